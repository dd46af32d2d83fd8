package io.metasched.service.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.resource.model.Part;
import io.metasched.service.book.BookState;
import io.metasched.service.book.ClaimRecord;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.Money;
import io.metasched.service.book.PartRecord;
import io.metasched.service.book.TokenRecord;
import java.util.List;
import java.util.Optional;

/**
 * View of an owner on jobs and reservations of other users on the owner's nodes: users, times,
 * outcome and income. The view excludes other nodes, commands, and amounts paid to other owners.
 */
public final class HostedAnswers {
  // members shown unchanged; a member that is added to answers is withheld until it is listed here
  private static final List<String> JOB =
      List.of(
          "account",
          "attempt",
          "cancelAsked",
          "id",
          "name",
          "startsAt",
          "state",
          "times",
          "user",
          "version");
  private static final List<String> TIMES = List.of("submitted", "booked", "started", "ended");
  private static final List<String> PART =
      List.of(
          "node", "price", "cost", "end", "state", "exit", "signal", "cause", "started", "ended",
          "note");
  private static final List<String> CLAIM =
      List.of(
          "start", "finish", "id", "version", "kind", "name", "user", "account", "state", "made",
          "ended");

  private HostedAnswers() {}

  private static List<PartRecord> parts(JobRecord job, TokenRecord owner) {
    return job.parts().stream()
        .filter(part -> !owner.owned(List.of(part.node())).isEmpty())
        .toList();
  }

  private static Optional<PartRecord> worst(JobRecord job, TokenRecord owner) {
    return PartRecord.withGreatestExit(parts(job, owner));
  }

  /** Returns the greatest exit status on the nodes of an owner. */
  public static Optional<Integer> exit(JobRecord job, TokenRecord owner) {
    return worst(job, owner).flatMap(PartRecord::exitStatus);
  }

  /** Returns a job in a list. */
  public static ObjectNode summary(BookState state, JobRecord job, TokenRecord owner) {
    var parts = parts(job, owner);
    var json = Answers.summary(state, job).retain(JOB);
    json.withObject("/times").retain(TIMES);
    json.set("reason", Answers.reason(JobRecord.Reason.NONE));
    json.put("nodes", parts.size());
    json.putObject("labels");
    json.put("cost", cost(parts.stream().map(PartRecord::booked).toList()));
    worst(job, owner).ifPresent(part -> Answers.exit(json, part));
    return json;
  }

  private static String cost(List<Part> parts) {
    return Money.format(parts.stream().mapToLong(Part::costMilli).sum());
  }

  public static ObjectNode job(BookState state, JobRecord job, TokenRecord owner) {
    var json = summary(state, job, owner);
    var parts = parts(job, owner);
    var window = json.putObject("window");
    var spans = parts.stream().map(part -> part.booked().span()).toList();
    long start = spans.stream().mapToLong(span -> span.start()).min().orElse(0);
    long end = spans.stream().mapToLong(span -> span.end()).max().orElse(0);
    window.put("start", Answers.time(state.ticks().instant(start)));
    window.put("end", Answers.time(state.ticks().instant(end)));
    Answers.parts(window, state, parts);
    window.path("parts").forEach(part -> ((ObjectNode) part).retain(PART));
    return json;
  }

  /** Returns a reservation without its cost on other nodes. */
  public static ObjectNode claim(BookState state, ClaimRecord claim, TokenRecord owner) {
    var json = MarketAnswers.claim(state, claim).retain(CLAIM);
    var own = owner.owned(claim.nodes());
    var nodes = json.putArray("nodes");
    own.forEach(nodes::add);
    var parts =
        own.stream().map(node -> claim.window().parts().get(claim.nodes().indexOf(node))).toList();
    return json.put("cost", cost(parts));
  }
}
