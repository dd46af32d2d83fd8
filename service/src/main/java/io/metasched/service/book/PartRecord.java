package io.metasched.service.book;

import io.metasched.resource.model.Part;
import io.metasched.resource.model.Window;
import io.metasched.service.run.EndCause;
import io.metasched.service.run.RunSignal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A part of a booked job.
 *
 * @param node name of its node
 * @param booked what is booked there
 * @param stage how far it has come
 * @param started when its process started
 * @param ended when it ended
 * @param exitStatus as a shell has it
 * @param cause why it ended
 * @param note why it was refused, or in which way it was above a limit that ended it
 */
public record PartRecord(
    String node,
    Part booked,
    Stage stage,
    Optional<Instant> started,
    Optional<Instant> ended,
    Optional<Integer> exitStatus,
    Optional<EndCause> cause,
    Optional<String> note) {

  /** How far a part has come. */
  public enum Stage {
    BOOKED,
    STARTED,
    ENDED,
    REFUSED,
    LOST;

    /** Whether nothing more becomes of the part. */
    public boolean isFinal() {
      return this == ENDED || this == REFUSED || this == LOST;
    }
  }

  static PartRecord of(String node, Part booked) {
    return new PartRecord(
        node,
        booked,
        Stage.BOOKED,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** The parts of a window that is booked. */
  static List<PartRecord> all(Window window, List<String> nodes) {
    var parts = new ArrayList<PartRecord>();
    for (int i = 0; i < nodes.size(); i++) {
      parts.add(of(nodes.get(i), window.parts().get(i)));
    }
    return parts;
  }

  PartRecord startedAt(Instant at) {
    return new PartRecord(
        node, booked, Stage.STARTED, Optional.of(at), ended, exitStatus, cause, note);
  }

  /** The part when it has ended. */
  public PartRecord endedAt(Instant at, int status, EndCause why, Optional<String> text) {
    return new PartRecord(
        node,
        booked,
        Stage.ENDED,
        started,
        Optional.of(at),
        Optional.of(status),
        Optional.of(why),
        text);
  }

  /** Returns the part with the greatest exit status, if one has ended: the first of equals. */
  public static Optional<PartRecord> withGreatestExit(List<PartRecord> parts) {
    return parts.stream()
        .filter(part -> part.exitStatus().isPresent())
        .max(Comparator.comparing(part -> part.exitStatus().orElse(0)));
  }

  /** Returns the signal that ended it, if one did. */
  public Optional<RunSignal> signal() {
    return exitStatus.flatMap(RunSignal::ofExitStatus);
  }

  /** The part when its machine has refused it. */
  public PartRecord refused(String why, Instant at) {
    return new PartRecord(
        node, booked, Stage.REFUSED, started, Optional.of(at), exitStatus, cause, Optional.of(why));
  }

  /** The part when nobody knows how it ended. */
  public PartRecord lostAt(Instant at) {
    return new PartRecord(
        node, booked, Stage.LOST, started, Optional.of(at), exitStatus, cause, note);
  }
}
