package io.metasched.service.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;
import java.util.Optional;

/**
 * Something that happened to a run. Facts of one run come in order: ready or refused; started;
 * ended or lost. Each is repeated until the run is acknowledged, so that the same fact may come
 * more than once.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
@JsonSubTypes({
  @JsonSubTypes.Type(value = RunFact.Ready.class, name = "ready"),
  @JsonSubTypes.Type(value = RunFact.Refused.class, name = "refused"),
  @JsonSubTypes.Type(value = RunFact.Started.class, name = "started"),
  @JsonSubTypes.Type(value = RunFact.Ended.class, name = "ended"),
  @JsonSubTypes.Type(value = RunFact.Lost.class, name = "lost")
})
public sealed interface RunFact {
  /** The run it happened to. */
  RunId id();

  /** Whether nothing more can happen to the run. */
  @JsonIgnore
  default boolean isFinal() {
    return this instanceof Refused || this instanceof Ended || this instanceof Lost;
  }

  /** All is prepared: the run can start at once. */
  record Ready(RunId id) implements RunFact {}

  /**
   * The machine does not run it, and has not started it.
   *
   * @param forGood whether no other attempt can change that, on this or another machine
   */
  record Refused(RunId id, String reason, boolean forGood) implements RunFact {
    /** Another attempt may run. */
    public Refused(RunId id, String reason) {
      this(id, reason, false);
    }
  }

  /** Its process has started. */
  record Started(RunId id, Instant at) implements RunFact {}

  /**
   * It has ended: none of its processes is left.
   *
   * @param exitStatus as a shell has it: 0 to 255, and 128 + n where signal n ended it
   * @param cause {@link EndCause#CANCELLED} also of a run that was above a limit, as services of
   *     earlier versions know nothing better
   * @param limit in which way it was above a limit of its machine, if that ended it
   */
  record Ended(RunId id, int exitStatus, EndCause cause, Instant at, Optional<String> limit)
      implements RunFact {
    /** Ended for another reason than a limit of the machine. */
    public Ended(RunId id, int exitStatus, EndCause cause, Instant at) {
      this(id, exitStatus, cause, at, Optional.empty());
    }

    /** Returns the end of a run that was above a limit of its machine. */
    public static Ended aboveLimit(RunId id, int exitStatus, String limit, Instant at) {
      return new Ended(id, exitStatus, EndCause.CANCELLED, at, Optional.of(limit));
    }

    /** Returns why it ended, also where that was a limit of its machine. */
    public EndCause why() {
      return limit.isPresent() ? EndCause.MACHINE_LIMIT : cause;
    }
  }

  /** Nothing of it runs any more, and nobody knows how it ended. */
  record Lost(RunId id, Instant at) implements RunFact {}
}
