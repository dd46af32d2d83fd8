package io.metasched.service.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.service.book.AccountLimits;
import io.metasched.service.book.Limits;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Request to change the limits of an account. A limit that is null is removed; an absent limit
 * stays.
 *
 * @param limits limits on all jobs of the account
 * @param personLimits limits on the jobs of each person in the account
 */
public record AccountChangeRequest(Optional<Limits> limits, Optional<Limits> personLimits) {

  /**
   * Parses a change of an account.
   *
   * @throws Problem with all faults
   */
  public static UnaryOperator<AccountLimits> read(JsonNode body) {
    var request = Requests.read(body, AccountChangeRequest.class);
    return before ->
        new AccountLimits(
            changed(body.path("limits"), request.limits, before.account()),
            changed(body.path("personLimits"), request.personLimits, before.person()));
  }

  private static Limits changed(JsonNode given, Optional<Limits> limits, Limits before) {
    var to = limits.orElse(Limits.NONE);
    return new Limits(
        given.has("waiting") ? to.waiting() : before.waiting(),
        given.has("running") ? to.running() : before.running(),
        given.has("nodes") ? to.nodes() : before.nodes(),
        given.has("priority") ? to.priority() : before.priority());
  }
}
