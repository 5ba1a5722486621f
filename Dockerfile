# docker build --tag sttt . && docker run --rm --publish 127.0.0.1:8000:8000 sttt
ARG EXTRAS=""
FROM python:3.13-slim AS build
ARG EXTRAS
RUN apt-get update && apt-get install --yes --no-install-recommends gcc git libc6-dev
COPY . /src
RUN pip wheel --no-cache-dir --wheel-dir /wheels "/src${EXTRAS}"

FROM python:3.13-slim
ARG EXTRAS
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir --no-index --find-links /wheels "super-tic-tac-toe${EXTRAS}" \
    && useradd --create-home sttt
USER sttt
WORKDIR /home/sttt
EXPOSE 8000
ENTRYPOINT ["sttt"]
CMD ["serve", "--host", "0.0.0.0"]
