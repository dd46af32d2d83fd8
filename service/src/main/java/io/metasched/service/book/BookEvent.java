package io.metasched.service.book;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.resource.model.Window;
import io.metasched.service.run.EndCause;
import io.metasched.service.run.Silence;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Something that happened; the sequence of them is all that the service remembers. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
@JsonSubTypes({
  @JsonSubTypes.Type(value = BookEvent.Founded.class, name = "founded"),
  @JsonSubTypes.Type(value = BookEvent.AccountOpened.class, name = "account-opened"),
  @JsonSubTypes.Type(value = BookEvent.Deposited.class, name = "deposited"),
  @JsonSubTypes.Type(value = BookEvent.TokenIssued.class, name = "token-issued"),
  @JsonSubTypes.Type(value = BookEvent.TokenRevoked.class, name = "token-revoked"),
  @JsonSubTypes.Type(value = BookEvent.JobSubmitted.class, name = "job-submitted"),
  @JsonSubTypes.Type(value = BookEvent.JobChanged.class, name = "job-changed"),
  @JsonSubTypes.Type(value = BookEvent.CancelAsked.class, name = "cancel-asked"),
  @JsonSubTypes.Type(value = BookEvent.CycleBegun.class, name = "cycle-begun"),
  @JsonSubTypes.Type(value = BookEvent.JobRefused.class, name = "job-refused"),
  @JsonSubTypes.Type(value = BookEvent.JobPostponed.class, name = "job-postponed"),
  @JsonSubTypes.Type(value = BookEvent.JobSetAside.class, name = "job-set-aside"),
  @JsonSubTypes.Type(value = BookEvent.JobBooked.class, name = "job-booked"),
  @JsonSubTypes.Type(value = BookEvent.CycleEnded.class, name = "cycle-ended"),
  @JsonSubTypes.Type(value = BookEvent.JobStarting.class, name = "job-starting"),
  @JsonSubTypes.Type(value = BookEvent.PartStarted.class, name = "part-started"),
  @JsonSubTypes.Type(value = BookEvent.PartEnded.class, name = "part-ended"),
  @JsonSubTypes.Type(value = BookEvent.PartRefused.class, name = "part-refused"),
  @JsonSubTypes.Type(value = BookEvent.PartLost.class, name = "part-lost"),
  @JsonSubTypes.Type(value = BookEvent.JobRequeued.class, name = "job-requeued"),
  @JsonSubTypes.Type(value = BookEvent.JobEnded.class, name = "job-ended"),
  @JsonSubTypes.Type(value = BookEvent.NodeDrained.class, name = "node-drained"),
  @JsonSubTypes.Type(value = BookEvent.NodeResumed.class, name = "node-resumed"),
  @JsonSubTypes.Type(value = BookEvent.Forgotten.class, name = "forgotten"),
  @JsonSubTypes.Type(value = BookEvent.JobMoved.class, name = "job-moved"),
  @JsonSubTypes.Type(value = BookEvent.JobLabelled.class, name = "job-labelled"),
  @JsonSubTypes.Type(value = BookEvent.ClaimMade.class, name = "claim-made"),
  @JsonSubTypes.Type(value = BookEvent.ClaimEnded.class, name = "claim-ended"),
  @JsonSubTypes.Type(value = BookEvent.PolicySet.class, name = "policy-set"),
  @JsonSubTypes.Type(value = BookEvent.SalesStopped.class, name = "sales-stopped"),
  @JsonSubTypes.Type(value = BookEvent.RulesSet.class, name = "rules-set"),
  @JsonSubTypes.Type(value = BookEvent.MovesBegun.class, name = "moves-begun"),
  @JsonSubTypes.Type(value = BookEvent.MovesEnded.class, name = "moves-ended")
})
public sealed interface BookEvent {
  /** Whether time may come free by it, so that booked jobs may move. */
  default boolean mayFreeTime() {
    return this instanceof PartEnded
        || this instanceof PartRefused
        || this instanceof PartLost
        || this instanceof JobEnded
        || this instanceof JobRequeued
        || this instanceof ClaimEnded
        || this instanceof PolicySet
        || this instanceof SalesStopped
        || this instanceof NodeResumed;
  }

  /** Whether it ends what is there, of which each thing ends once. */
  default boolean endsSomething() {
    return this instanceof JobEnded
        || this instanceof CancelAsked
        || this instanceof ClaimEnded
        || this instanceof TokenRevoked;
  }

  /** The ids of the jobs that it is about. */
  default List<String> jobs() {
    return this instanceof OfJob of ? List.of(of.id()) : List.of();
  }

  /** It is about a job. */
  sealed interface OfJob extends BookEvent {
    /** The id of the job. */
    String id();
  }

  /** It is about nodes. */
  sealed interface OfNodes extends BookEvent {
    /** Their names. */
    List<String> nodes();
  }

  /** The service began; ticks count from here. */
  record Founded(Instant origin) implements BookEvent {}

  /** An account was opened, without money. */
  record AccountOpened(String account, int number) implements BookEvent {}

  /** Money came from the bank into an account. */
  record Deposited(String account, long milli, Optional<String> key, String digest)
      implements BookEvent {}

  /** Somebody got a token. */
  record TokenIssued(TokenRecord token) implements BookEvent {}

  /**
   * A token is good no more, and neither are the sessions and tokens that derive from it.
   *
   * @param keepsDerived whether those stay, as derived from what this one derived from
   */
  record TokenRevoked(String id, boolean keepsDerived) implements BookEvent {}

  /** A job was submitted; it waits. */
  record JobSubmitted(
      String id, long number, String user, JobSpec spec, Optional<String> key, String digest)
      implements OfJob {}

  /** A waiting job wants something else; with the same number it keeps its place in the queue. */
  record JobChanged(String id, long number, JobSpec spec) implements OfJob {}

  /** A job that has a window is to end. */
  record CancelAsked(String id) implements OfJob {}

  /**
   * A cycle takes its snapshot.
   *
   * @param seen the last event that it knows
   * @param turn of the next cycle, if more jobs wait than have a place in this one; empty also in
   *     books of old versions, in which the first that waited had the places
   */
  record CycleBegun(
      int cycle,
      long tick,
      long seen,
      @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<CycleRecord.Turn> turn)
      implements BookEvent {
    /** A cycle in which all that waits has a place. */
    public CycleBegun(int cycle, long tick, long seen) {
      this(cycle, tick, seen, Optional.empty());
    }
  }

  /** A job was refused for good. */
  record JobRefused(String id, String code, String text) implements OfJob {}

  /** A job waits for another reason than before. */
  record JobPostponed(String id, int cycle, String code, String text) implements OfJob {}

  /**
   * No cycle can be planned with a waiting job: cycles pass over it until it is changed.
   *
   * @param text the error
   */
  record JobSetAside(String id, String text) implements OfJob {}

  /**
   * A job got a window, and what it costs is held.
   *
   * @param tick when, in ticks
   * @param cycle that booked it; negative where an offer was taken up
   * @param nodes names of the nodes, in the order of the window's parts
   * @param movable whether it may move to an earlier window
   */
  record JobBooked(
      String id, int cycle, long tick, Window window, List<String> nodes, boolean movable)
      implements OfJob, OfNodes {
    public JobBooked {
      nodes = List.copyOf(nodes);
    }
  }

  /** A node sells nothing from now on. */
  record NodeDrained(String node, DrainMode mode, String reason) implements OfNodes {
    @Override
    public List<String> nodes() {
      return List.of(node);
    }
  }

  /** A drained node is for sale again. */
  record NodeResumed(String node) implements OfNodes {
    @Override
    public List<String> nodes() {
      return List.of(node);
    }
  }

  /** What was over before an instant is kept no more. */
  record Forgotten(Instant before) implements BookEvent {}

  /** A cycle is over. */
  record CycleEnded(int cycle, CycleRecord.Done done) implements BookEvent {}

  /** All parts are ready, and are told to start. */
  record JobStarting(String id, int attempt) implements OfJob {}

  /** The process of a part started. */
  record PartStarted(String id, int attempt, int part, Instant started) implements OfJob {}

  /**
   * A part ended.
   *
   * @param note in which way it was above a limit that ended it
   */
  record PartEnded(
      String id,
      int attempt,
      int part,
      int exitStatus,
      EndCause cause,
      Instant ended,
      @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<String> note)
      implements OfJob {
    /** Ended for a reason of which there is no more to say. */
    public PartEnded(
        String id, int attempt, int part, int exitStatus, EndCause cause, Instant ended) {
      this(id, attempt, part, exitStatus, cause, ended, Optional.empty());
    }
  }

  /** A machine did not run a part. */
  record PartRefused(String id, int attempt, int part, String why) implements OfJob {}

  /** Nobody knows how a part ended. */
  record PartLost(String id, int attempt, int part, Instant lost) implements OfJob {}

  /**
   * A booked job waits again; all that was held comes back. With the same number as before it keeps
   * its place in the queue.
   *
   * @param number how the scheduler knows its next attempt
   */
  record JobRequeued(String id, long number, String code, String text) implements OfJob {}

  /**
   * A job has its outcome; what is held goes to the owners or comes back.
   *
   * @param chargedMilli what the owners of each node get, in the order of parts; none for a job
   *     without a window
   */
  record JobEnded(String id, JobState state, String code, String text, List<Long> chargedMilli)
      implements OfJob {
    public JobEnded {
      chargedMilli = List.copyOf(chargedMilli);
    }
  }

  /**
   * A booked job got an earlier window in place of its own; what that costs is held instead.
   *
   * @param tick when, in ticks
   * @param nodes names of the nodes, in the order of the window's parts
   */
  record JobMoved(String id, long tick, Window window, List<String> nodes)
      implements OfJob, OfNodes {
    public JobMoved {
      nodes = List.copyOf(nodes);
    }
  }

  /** A job has other labels. */
  record JobLabelled(String id, Map<String, String> labels) implements OfJob {
    public JobLabelled {
      labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    }
  }

  /**
   * Time of nodes is taken without a job, and what it costs is held; of a firm offer nothing is.
   *
   * @param account who pays; empty where nobody does
   * @param feeMilli what the owners of each node get at once, in 1/1000
   */
  record ClaimMade(
      String id,
      long number,
      ClaimRecord.Kind kind,
      String user,
      String account,
      String name,
      Window window,
      List<String> nodes,
      Optional<ClaimRecord.OfferTerms> terms,
      long feeMilli,
      Optional<String> key,
      String digest)
      implements OfNodes {
    public ClaimMade {
      nodes = List.copyOf(nodes);
    }
  }

  /**
   * A claim takes no time any more; what is held goes to the owners or comes back.
   *
   * @param chargedMilli what the owners of each node get, in the order of parts
   */
  record ClaimEnded(String id, ClaimRecord.State state, List<Long> chargedMilli)
      implements BookEvent {
    public ClaimEnded {
      chargedMilli = List.copyOf(chargedMilli);
    }
  }

  /** An owner says what is for sale. */
  record PolicySet(NodePolicy policy) implements OfNodes {
    @Override
    public List<String> nodes() {
      return List.of(policy.node());
    }
  }

  /**
   * These nodes, and no others, sell nothing, as their machines are silent or their clocks off.
   *
   * @param why of each node; empty in books of old versions, which did not keep it
   */
  record SalesStopped(List<String> nodes, Optional<SortedMap<String, Silence>> why)
      implements OfNodes {
    public SalesStopped {
      nodes = List.copyOf(nodes);
    }

    /** Of each of these nodes for its reason. */
    public static SalesStopped of(SortedMap<String, Silence> why) {
      return new SalesStopped(List.copyOf(why.keySet()), Optional.of(new TreeMap<>(why)));
    }
  }

  /** By these rules cycles are made from now on. */
  record RulesSet(SchedulerRules rules) implements BookEvent {}

  /**
   * Time has come free, and booked jobs may move.
   *
   * @param tick when, in ticks
   * @param from what moves does not begin before this tick
   * @param until to which tick the scheduler plans
   * @param seen the last event that it knows
   * @param among the jobs that may move, and do so if it is worth it; empty in books of old
   *     versions, in which any job moved for any gain
   */
  record MovesBegun(long tick, long from, long until, long seen, Optional<Among> among)
      implements BookEvent {}

  /**
   * Booked jobs from one place on to before another one.
   *
   * @param before no end if it is empty
   */
  record Among(OpenWork.Place from, Optional<OpenWork.Place> before) {
    /** All that start at a tick or later. */
    public static Among from(long tick) {
      return new Among(new OpenWork.Place(tick, 0), Optional.empty());
    }
  }

  /**
   * Those that move have moved.
   *
   * @param unprepared jobs that began before this tick could move no more
   */
  record MovesEnded(long unprepared) implements BookEvent {}
}
