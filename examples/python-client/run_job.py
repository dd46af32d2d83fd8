"""Runs a command as a job of a service, prints its output, and submits a job that is refused.

Needs the generated package metasched_api on the PYTHONPATH; METASCHED_URL and METASCHED_TOKEN_FILE name service and token.
"""

import json
import os
import pathlib
import sys
import uuid

import metasched_api as api

OVER = {"finished", "failed", "overran", "withdrawn", "refused", "lost"}


def main(command):
    settings = api.Configuration(
        host=os.environ.get("METASCHED_URL", "http://127.0.0.1:8080"),
        access_token=pathlib.Path(os.environ["METASCHED_TOKEN_FILE"]).read_text().strip(),
    )
    with api.ApiClient(settings) as client:
        jobs = api.JobsApi(client)
        request = api.JobRequest(name="example", work=api.Work(duration="PT10S"), run=api.Run(command=command))

        # a second submission with this key, such as after a lost connection, creates no second job
        job = jobs.submit_job(request, idempotency_key=str(uuid.uuid4())).actual_instance
        print("submitted", job.id)

        while job.state not in OVER:
            try:
                job = jobs.get_job(job.id, since_version=job.version, wait="30s").actual_instance
            except api.ApiException as unchanged:
                if unchanged.status != 304:
                    raise
        print(job.state, "exit", job.exit, "cost", job.cost)
        print(jobs.get_stdout(job.id, 0).decode(), end="")
        print("listed", [each.id for each in jobs.list_jobs(state="finished", limit=10).items])

        try:
            request.account = "nobody"
            jobs.submit_job(request)
        except api.ApiException as refusal:
            problem = api.Problem.from_dict(json.loads(refusal.body))
            print("refused:", problem.status, problem.type, problem.detail)


if __name__ == "__main__":
    main(sys.argv[1:])
