package io.metasched.service.http;

import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import io.metasched.service.book.Money;
import io.metasched.service.plan.JobCommands.Result;

/** What could not be done, as problems. */
final class Outcomes {
  private Outcomes() {}

  /**
   * Lets pass what was done.
   *
   * @throws Problem for what was not
   */
  static void refuse(Result result) {
    switch (result.outcome()) {
      case DONE, REPLAYED -> {}
      case KEY_REUSED ->
          throw new Problem(
              ProblemType.KEY_REUSED, "the key made %s from another body".formatted(result.id()));
      case NO_ACCOUNT -> throw Problem.notFound("account", result.id());
      case NOT_ENOUGH_NODES ->
          throw new Problem(
              ProblemType.IMPOSSIBLE, "fewer nodes meet its requirements than it asks for");
      case BELOW_ANY_PRICE ->
          throw new Problem(
              ProblemType.IMPOSSIBLE, "its budget is below the least that it could cost");
      case OVER_BUDGET ->
          throw new Problem(ProblemType.OVER_BUDGET, "the account has less than it costs");
      case TOO_MUCH_MONEY ->
          throw conflict(
              "all accounts together may have %s at most"
                  .formatted(Money.format(Money.MOST_MILLI)));
      case NO_JOB -> throw Problem.notFound("job", result.id());
      case IS_OVER -> throw new Problem(ProblemType.STATE_CONFLICT, "it is over");
      case NOT_RUNNING -> throw conflict("the job does not run at present");
      case NOT_WAITING -> throw conflict("the job has a window already");
      case OTHER_VERSION ->
          throw new Problem(ProblemType.PRECONDITION_FAILED, "it has changed meanwhile");
      case OFFER_GONE ->
          throw new Problem(ProblemType.OFFER_GONE, "the offer %s is gone".formatted(result.id()));
      case OFFER_DOES_NOT_FIT ->
          throw new Problem(
              ProblemType.IMPOSSIBLE,
              "the offer %s was made for another job, or is not within its limits"
                  .formatted(result.id()));
      case NO_NODE -> throw Problem.notFound("node", result.id());
      case NO_CLAIM -> throw Problem.notFound("reservation", result.id());
      case TIME_TAKEN ->
          throw conflict(
              result.id().isEmpty()
                  ? "not enough is vacant and for sale then, within the budget"
                  : result.id());
      case OUTSIDE_HORIZON ->
          throw new Problem(
              ProblemType.IMPOSSIBLE,
              "it must lie between now and the horizon of cycles (cycle.horizon)");
    }
  }

  private static Problem conflict(String detail) {
    return new Problem(ProblemType.STATE_CONFLICT, detail);
  }
}
