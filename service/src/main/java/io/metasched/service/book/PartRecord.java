package io.metasched.service.book;

import io.metasched.resource.model.Part;
import io.metasched.resource.model.Window;
import io.metasched.service.run.EndCause;
import io.metasched.service.run.RunSignal;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Part of a booked job.
 *
 * @param node name of the node
 * @param booked booked part of the window
 * @param stage progress of the part
 * @param started start of the process
 * @param ended end of the process
 * @param exitStatus exit status as reported by a shell
 * @param cause cause of the end
 * @param note reason for the refusal of the part, description of the limit that the part exceeded,
 *     or fault of the site that ended the part
 */
@RecordBuilder
public record PartRecord(
    String node,
    Part booked,
    Stage stage,
    Optional<Instant> started,
    Optional<Instant> ended,
    Optional<Integer> exitStatus,
    Optional<EndCause> cause,
    Optional<String> note)
    implements PartRecordBuilder.With {

  /** Progress of a part. */
  public enum Stage {
    BOOKED,
    STARTED,
    ENDED,
    REFUSED,
    LOST;

    /** Returns whether the stage is final. */
    public boolean isFinal() {
      return this == ENDED || this == REFUSED || this == LOST;
    }
  }

  static PartRecord of(String node, Part booked) {
    return PartRecordBuilder.builder().node(node).booked(booked).stage(Stage.BOOKED).build();
  }

  /** Creates the parts of a booked window. */
  static List<PartRecord> all(Window window, List<String> nodes) {
    var parts = new ArrayList<PartRecord>();
    for (int i = 0; i < nodes.size(); i++) {
      parts.add(of(nodes.get(i), window.parts().get(i)));
    }
    return parts;
  }

  PartRecord startedAt(Instant at) {
    return withStage(Stage.STARTED).withStarted(Optional.of(at));
  }

  /** Returns the part after its end. */
  public PartRecord endedAt(Instant at, int status, EndCause why, Optional<String> text) {
    return with()
        .stage(Stage.ENDED)
        .ended(Optional.of(at))
        .exitStatus(Optional.of(status))
        .cause(Optional.of(why))
        .note(text)
        .build();
  }

  /**
   * Returns the part with the greatest exit status, the first such part if there are several; empty
   * if no part has ended.
   */
  public static Optional<PartRecord> withGreatestExit(List<PartRecord> parts) {
    return parts.stream()
        .filter(part -> part.exitStatus().isPresent())
        .max(Comparator.comparing(part -> part.exitStatus().orElse(0)));
  }

  /** Returns the signal that ended the part, if a signal ended it. */
  public Optional<RunSignal> signal() {
    return exitStatus.flatMap(RunSignal::ofExitStatus);
  }

  /** Returns the part after its refusal by its machine. */
  public PartRecord refused(String why, Instant at) {
    return with().stage(Stage.REFUSED).ended(Optional.of(at)).note(Optional.of(why)).build();
  }

  /**
   * Returns the part after its loss; its end is unknown.
   *
   * @param bySite fault or decision of its site that ended the part, if the site ended it
   */
  public PartRecord lostAt(Instant at, Optional<String> bySite) {
    return with().stage(Stage.LOST).ended(Optional.of(at)).note(bySite).build();
  }
}
