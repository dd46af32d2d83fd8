package io.metasched.service.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.service.book.AccountLimits;
import io.metasched.service.book.Grant;
import io.metasched.service.book.Limits;
import io.metasched.service.plan.AccountCommands.AccountChange;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Request to change the limits and the grant of an account. A limit or a grant that is null is
 * removed; an absent one stays.
 *
 * @param limits limits on all jobs of the account
 * @param personLimits limits on the jobs of each person in the account
 */
public record AccountChangeRequest(
    Optional<Limits> limits, Optional<Limits> personLimits, Optional<GrantTerms> grant) {
  /**
   * Grant in a request.
   *
   * @param period weekly, monthly or yearly
   * @param from first day of the first period
   */
  record GrantTerms(
      Amount amount,
      Optional<String> period,
      Optional<String> zone,
      Optional<String> from,
      Optional<Boolean> carryOver) {}

  /**
   * Parses a change of an account.
   *
   * @param version version that the account must have
   * @param now present time, whose day is the default of the first day of a grant
   * @throws Problem with all faults
   */
  public static AccountChange read(JsonNode body, Optional<Long> version, Instant now) {
    return Requests.read(body, AccountChangeRequest.class).change(body, version, now);
  }

  /**
   * Returns the change.
   *
   * @param body body of the request
   */
  AccountChange change(JsonNode body, Optional<Long> version, Instant now) {
    return new AccountChange(
        version,
        before ->
            new AccountLimits(
                changed(body.path("limits"), limits, before.account()),
                changed(body.path("personLimits"), personLimits, before.person())),
        grant
            .map(terms -> grant(body, terms, now))
            .orElseGet(() -> body.has("grant") ? before -> Optional.empty() : before -> before));
  }

  private static Limits changed(JsonNode given, Optional<Limits> limits, Limits before) {
    var to = limits.orElse(Limits.NONE);
    return new Limits(
        given.has("waiting") ? to.waiting() : before.waiting(),
        given.has("running") ? to.running() : before.running(),
        given.has("nodes") ? to.nodes() : before.nodes(),
        given.has("priority") ? to.priority() : before.priority());
  }

  /**
   * Returns the function that replaces a grant. Absent terms are those of the present grant; a
   * grant with another period or zone begins today.
   */
  private static UnaryOperator<Optional<Grant>> grant(
      JsonNode body, GrantTerms terms, Instant now) {
    long milli = terms.amount.milli();
    BodyFaults.require(milli > 0, body, "/grant/amount", "is invalid", "an amount above 0");
    BodyFaults.require(
        terms.zone.isEmpty() || terms.zone.flatMap(Grant::zone).isPresent(),
        body,
        "/grant/zone",
        "is invalid",
        "a time zone such as Europe/Berlin");
    var from = terms.from.flatMap(Grant::day);
    BodyFaults.require(
        from.isPresent() == terms.from.isPresent(), body, "/grant/from", "is invalid", Grant.DAYS);
    return present -> {
      var period = terms.period.flatMap(Grant.Period::of).or(() -> present.map(Grant::period));
      var zone = terms.zone.or(() -> present.map(Grant::zone)).orElse("UTC");
      var carriesOver = terms.carryOver.or(() -> present.map(Grant::carriesOver)).orElse(false);
      var today = LocalDate.ofInstant(now, Grant.zone(zone).orElseThrow());
      var grant = new Grant(milli, period.orElse(Grant.Period.MONTHLY), zone, today, carriesOver);
      var kept =
          present
              .map(before -> grant.withFrom(before.from()))
              .filter(same -> present.filter(same::hasPeriodsOf).isPresent());
      return Optional.of(from.map(grant::withFrom).or(() -> kept).orElse(grant));
    };
  }
}
