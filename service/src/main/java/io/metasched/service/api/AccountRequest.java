package io.metasched.service.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.service.api.AccountChangeRequest.GrantTerms;
import io.metasched.service.book.Limits;
import io.metasched.service.plan.AccountCommands.Opening;
import java.time.Instant;
import java.util.Optional;

/**
 * Request to open an account.
 *
 * @param id name of the account
 * @param deposit first deposit
 * @param limits limits on all jobs of the account
 * @param personLimits limits on the jobs of each person in the account
 */
public record AccountRequest(
    String id,
    Optional<Amount> deposit,
    Optional<Limits> limits,
    Optional<Limits> personLimits,
    Optional<GrantTerms> grant) {

  /**
   * Parses the account to be opened.
   *
   * @param now present time, whose day is the default of the first day of a grant
   * @throws Problem with all faults
   */
  public static Opening read(JsonNode body, Instant now) {
    var request = Requests.read(body, AccountRequest.class);
    var change = new AccountChangeRequest(request.limits, request.personLimits, request.grant);
    return new Opening(
        request.id,
        request.deposit.map(Amount::milli).orElse(0L),
        change.change(body, Optional.empty(), now));
  }
}
