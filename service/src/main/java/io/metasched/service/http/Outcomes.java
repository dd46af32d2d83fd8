package io.metasched.service.http;

import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import io.metasched.service.book.AccountRecord;
import io.metasched.service.book.Money;
import io.metasched.service.plan.JobCommands.Result;

/** Conversion of unsuccessful results to problems. */
final class Outcomes {
  private Outcomes() {}

  /**
   * Returns the result of an executed command.
   *
   * @throws Problem for any other result
   */
  static Result requireDone(Result result) {
    switch (result.outcome()) {
      case DONE, REPLAYED -> {}
      case KEY_REUSED ->
          throw new Problem(
              ProblemType.KEY_REUSED,
              "the key has created %s from another body".formatted(result.id()));
      case NO_ACCOUNT -> throw noAccount(result.id());
      case ACCOUNT_EXISTS -> throw conflict("account %s exists already".formatted(result.id()));
      case CONTRADICTORY -> throw new Problem(ProblemType.INVALID_REQUEST, result.why());
      case IMPOSSIBLE -> throw new Problem(ProblemType.IMPOSSIBLE, result.why());
      case OVER_BUDGET -> throw new Problem(ProblemType.OVER_BUDGET, result.why());
      case OVER_QUOTA -> throw new Problem(ProblemType.QUOTA_EXCEEDED, result.why());
      case TOO_MUCH_MONEY ->
          throw conflict(
              "all accounts together may have %s at most"
                  .formatted(Money.format(Money.MOST_MILLI)));
      case NO_JOB -> throw Problem.notFound("job", result.id());
      case NO_ARRAY -> throw Problem.notFound("array", result.id());
      case NO_WORKFLOW -> throw Problem.notFound("workflow", result.id());
      case IS_OVER -> throw new Problem(ProblemType.STATE_CONFLICT, "the job is over");
      case NOT_RUNNING -> throw conflict("the job does not run at present");
      case NOT_WAITING -> throw conflict("the job already has a window");
      case OTHER_VERSION ->
          throw new Problem(
              ProblemType.PRECONDITION_FAILED, "the resource has changed in the meantime");
      case OFFER_GONE -> throw new Problem(ProblemType.OFFER_GONE, result.why());
      case NO_NODE -> throw Problem.notFound("node", result.id());
      case NO_CLAIM -> throw Problem.notFound("reservation", result.id());
      case TIME_TAKEN -> throw new Problem(ProblemType.STATE_CONFLICT, result.why());
    }
    return result;
  }

  private static Problem noAccount(String id) {
    return AccountRecord.isOfService(id)
        ? new Problem(
            ProblemType.NOT_FOUND,
            "account %s is the service's own, and has no deposits, transfers, grants or limits"
                .formatted(id))
        : Problem.notFound("account", id);
  }

  private static Problem conflict(String detail) {
    return new Problem(ProblemType.STATE_CONFLICT, detail);
  }
}
