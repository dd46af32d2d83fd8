package io.metasched.service.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.WindowRequest;
import io.metasched.service.plan.ReservationSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Request to reserve nodes.
 *
 * @param nodeNames nodes to choose from; empty for any suitable ones
 * @param maintenance whether the reservation is maintenance by the owner, which is free
 */
public record ReserveRequest(
    Optional<String> name,
    Optional<String> account,
    Optional<Integer> nodes,
    List<String> nodeNames,
    Instant start,
    Duration duration,
    JobRequest.Budget budget,
    JobRequest.Requires requires,
    boolean maintenance) {

  /**
   * Parses a reservation.
   *
   * @param account account used if the body has none
   * @throws Problem with all faults
   */
  public static ReservationSpec read(JsonNode body, Optional<String> account) {
    var faults = new BodyFaults(body);
    var spec = Requests.read(body, ReserveRequest.class).spec(account, faults);
    faults.throwAny();
    return spec;
  }

  private ReservationSpec spec(Optional<String> ownAccount, BodyFaults faults) {
    var named = nodeNames.stream().distinct().toList();
    int count = nodes.orElse(Math.max(1, named.size()));
    if (!named.isEmpty() && (count > named.size() || (maintenance && count < named.size()))) {
      faults.add("/nodes", "is invalid", "the number of named nodes");
    }
    if (maintenance && named.isEmpty()) {
      faults.add("/nodeNames", "is missing", "the nodes that are maintained");
    }
    var payer = account.or(() -> ownAccount).orElse("");
    if (!maintenance && payer.isEmpty()) {
      faults.add("/account", "is missing", "an account that you may pay from");
    }
    return new ReservationSpec(
        maintenance ? "" : payer,
        name.orElse(maintenance ? "maintenance" : "reservation"),
        count,
        named,
        maintenance ? Requirements.NONE : requires.requirements("/requires", faults),
        budget.total().map(Amount::milli).orElse(WindowRequest.NO_LIMIT),
        start,
        duration,
        maintenance);
  }
}
