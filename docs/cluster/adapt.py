"""Run a command of sttt on workers that start when there is work and end when there is none.

    python docs/cluster/adapt.py match rules greedy --games 1000 --nodes 1000

The workers are processes of this machine. Another kind of cluster, such as `dask_jobqueue.SLURMCluster`, is named in
place of theirs.
"""

import subprocess
import sys
from pathlib import Path

from distributed import LocalCluster

MOST_WORKERS = 2


def main() -> int:
    """Run the command on a cluster of its own, and return its exit status."""
    with LocalCluster(n_workers=0, threads_per_worker=1, dashboard_address=None) as cluster:
        cluster.adapt(minimum=0, maximum=MOST_WORKERS)
        where = ["--executor", "dask", "--scheduler", cluster.scheduler_address]
        return subprocess.call([Path(sys.executable).with_name("sttt"), *sys.argv[1:], *where])


if __name__ == "__main__":
    sys.exit(main())
