"""An agent as Kaggle's ConnectX has them: the open column nearest to the middle."""


def agent(observation, configuration):
    middle = configuration.columns // 2
    columns = [column for column in range(configuration.columns) if observation.board[column] == 0]
    return min(columns, key=lambda column: abs(column - middle))
