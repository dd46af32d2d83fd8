package io.metasched.service.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;
import java.util.Optional;

/**
 * Fact about a run. Facts of one run are in order: ready or refused; started; ended or lost. Each
 * fact is repeated until the run is acknowledged, so that a fact may arrive more than once.
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
  RunId id();

  /** Returns whether no further fact can follow. */
  @JsonIgnore
  default boolean isFinal() {
    return this instanceof Refused || this instanceof Ended || this instanceof Lost;
  }

  /** Report that the run is prepared and can start immediately. */
  record Ready(RunId id) implements RunFact {}

  /**
   * Refusal of the run by its machine, which has not started the run and never will.
   *
   * @param forGood whether the refusal is permanent: no attempt can succeed on any machine
   */
  record Refused(RunId id, String reason, boolean forGood) implements RunFact {
    /** Creates a refusal after which another attempt may succeed. */
    public Refused(RunId id, String reason) {
      this(id, reason, false);
    }
  }

  /** Start of the run's process. */
  record Started(RunId id, Instant at) implements RunFact {}

  /**
   * End of the run; none of its processes is left.
   *
   * @param exitStatus exit status as reported by a shell: 0 to 255, and 128 + n after signal n
   * @param cause cause; {@link EndCause#CANCELLED} also if a limit was exceeded, because services
   *     of earlier versions do not support other values
   * @param limit description of the machine's limit that the run exceeded, if this ended the run
   */
  record Ended(RunId id, int exitStatus, EndCause cause, Instant at, Optional<String> limit)
      implements RunFact {
    /** Creates an end with a cause other than a limit of the machine. */
    public Ended(RunId id, int exitStatus, EndCause cause, Instant at) {
      this(id, exitStatus, cause, at, Optional.empty());
    }

    /** Creates the end of a run that exceeded a limit of its machine. */
    public static Ended aboveLimit(RunId id, int exitStatus, String limit, Instant at) {
      return new Ended(id, exitStatus, EndCause.CANCELLED, at, Optional.of(limit));
    }

    /** Returns the cause, including a limit of the machine. */
    public EndCause why() {
      return limit.isPresent() ? EndCause.MACHINE_LIMIT : cause;
    }
  }

  /**
   * Loss of the run: none of its processes is left, and its end is unknown.
   *
   * @param bySite description of the fault or decision of the site that ended the run, if the site
   *     ended it; services of earlier versions ignore it
   */
  record Lost(RunId id, Instant at, Optional<String> bySite) implements RunFact {
    /** Creates a loss that no site has caused. */
    public Lost(RunId id, Instant at) {
      this(id, at, Optional.empty());
    }
  }
}
