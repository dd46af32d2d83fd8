package io.metasched.service.book;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.resource.model.Window;
import io.metasched.service.run.EndCause;
import io.metasched.service.run.Silence;
import io.metasched.service.site.SiteTerms;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Event of the book. The sequence of events is the only persistent state of the service. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
@JsonSubTypes({
  @JsonSubTypes.Type(value = BookEvent.Founded.class, name = "founded"),
  @JsonSubTypes.Type(value = BookEvent.AccountOpened.class, name = "account-opened"),
  @JsonSubTypes.Type(value = BookEvent.Deposited.class, name = "deposited"),
  @JsonSubTypes.Type(value = BookEvent.Transferred.class, name = "transferred"),
  @JsonSubTypes.Type(value = BookEvent.LimitsSet.class, name = "limits-set"),
  @JsonSubTypes.Type(value = BookEvent.GrantSet.class, name = "grant-set"),
  @JsonSubTypes.Type(value = BookEvent.GrantPaid.class, name = "grant-paid"),
  @JsonSubTypes.Type(value = BookEvent.GrantLapsed.class, name = "grant-lapsed"),
  @JsonSubTypes.Type(value = BookEvent.TokenIssued.class, name = "token-issued"),
  @JsonSubTypes.Type(value = BookEvent.TokenRevoked.class, name = "token-revoked"),
  @JsonSubTypes.Type(value = BookEvent.IdentityUsed.class, name = "identity-used"),
  @JsonSubTypes.Type(value = BookEvent.JobSubmitted.class, name = "job-submitted"),
  @JsonSubTypes.Type(value = BookEvent.ArraySubmitted.class, name = "array-submitted"),
  @JsonSubTypes.Type(value = BookEvent.WorkflowSubmitted.class, name = "workflow-submitted"),
  @JsonSubTypes.Type(value = BookEvent.JobChanged.class, name = "job-changed"),
  @JsonSubTypes.Type(value = BookEvent.CancelAsked.class, name = "cancel-asked"),
  @JsonSubTypes.Type(value = BookEvent.CycleBegun.class, name = "cycle-begun"),
  @JsonSubTypes.Type(value = BookEvent.JobRefused.class, name = "job-refused"),
  @JsonSubTypes.Type(value = BookEvent.JobPostponed.class, name = "job-postponed"),
  @JsonSubTypes.Type(value = BookEvent.JobSetAside.class, name = "job-set-aside"),
  @JsonSubTypes.Type(value = BookEvent.JobBooked.class, name = "job-booked"),
  @JsonSubTypes.Type(value = BookEvent.JobConfirmed.class, name = "job-confirmed"),
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
  @JsonSubTypes.Type(value = BookEvent.JobMovePlaced.class, name = "job-move-placed"),
  @JsonSubTypes.Type(value = BookEvent.JobMoveRefused.class, name = "job-move-refused"),
  @JsonSubTypes.Type(value = BookEvent.JobLabelled.class, name = "job-labelled"),
  @JsonSubTypes.Type(value = BookEvent.ClaimMade.class, name = "claim-made"),
  @JsonSubTypes.Type(value = BookEvent.ClaimEnded.class, name = "claim-ended"),
  @JsonSubTypes.Type(value = BookEvent.PolicySet.class, name = "policy-set"),
  @JsonSubTypes.Type(value = BookEvent.SalesStopped.class, name = "sales-stopped"),
  @JsonSubTypes.Type(value = BookEvent.SiteTimeChanged.class, name = "site-time-changed"),
  @JsonSubTypes.Type(value = BookEvent.SiteTermsChanged.class, name = "site-terms-changed"),
  @JsonSubTypes.Type(value = BookEvent.RulesSet.class, name = "rules-set"),
  @JsonSubTypes.Type(value = BookEvent.MovesBegun.class, name = "moves-begun"),
  @JsonSubTypes.Type(value = BookEvent.MovesEnded.class, name = "moves-ended"),
  @JsonSubTypes.Type(value = BookEvent.WebhookMade.class, name = "webhook-made"),
  @JsonSubTypes.Type(value = BookEvent.WebhookDeleted.class, name = "webhook-deleted")
})
public sealed interface BookEvent {
  /** Returns whether the event can free time, so that booked jobs may move. */
  default boolean mayFreeTime() {
    return this instanceof PartEnded
        || this instanceof PartRefused
        || this instanceof PartLost
        || this instanceof JobEnded
        || this instanceof JobRequeued
        || this instanceof ClaimEnded
        || this instanceof PolicySet
        || this instanceof SalesStopped
        || this instanceof SiteTimeChanged
        || this instanceof SiteTermsChanged
        || this instanceof NodeResumed;
  }

  /**
   * Returns whether the event ends a job, claim, token or webhook. Each of these ends at most once.
   */
  default boolean endsSomething() {
    return this instanceof JobEnded
        || this instanceof CancelAsked
        || this instanceof ClaimEnded
        || this instanceof TokenRevoked
        || this instanceof WebhookDeleted;
  }

  /** Returns the ids of the jobs that the event concerns. */
  default List<String> jobs() {
    return this instanceof OfJob of ? List.of(of.id()) : List.of();
  }

  /** Event of a job. */
  sealed interface OfJob extends BookEvent {
    String id();
  }

  /** Event of an account. */
  sealed interface OfAccount extends BookEvent {
    String account();
  }

  /** Event of nodes. */
  sealed interface OfNodes extends BookEvent {
    List<String> nodes();
  }

  /** Start of the service; its origin is tick 0. */
  record Founded(Instant origin) implements BookEvent {}

  /**
   * Opening of an account without money.
   *
   * @param number number of the account for the scheduler
   * @param key idempotency key of the request; empty for accounts of the first start
   * @param digest digest of the request's body; empty without a key
   */
  record AccountOpened(
      String account,
      int number,
      @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<String> key,
      @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<String> digest)
      implements OfAccount {
    /** Creates the opening of an account without an idempotency key. */
    public AccountOpened(String account, int number) {
      this(account, number, Optional.empty(), Optional.empty());
    }
  }

  /** Deposit from the bank into an account. */
  record Deposited(String account, long milli, Optional<String> key, String digest)
      implements OfAccount {}

  /**
   * Transfer of money that does not lapse.
   *
   * @param account account that pays
   * @param to account that receives the money
   */
  record Transferred(String account, String to, long milli, Optional<String> key, String digest)
      implements OfAccount {}

  /** Replacement of all limits of an account. */
  record LimitsSet(String account, AccountLimits limits) implements OfAccount {}

  /**
   * Replacement of the grant of an account. Money that was paid lapses as it was paid.
   *
   * @param granted new grant; empty if there are no further payments
   */
  record GrantSet(String account, Optional<GrantRecord> granted) implements OfAccount {}

  /**
   * Payment of a grant for a period.
   *
   * @param number number of the period
   * @param milli amount, in 1/1000; less than granted if the bank would owe more than can be
   *     counted
   * @param lapses time at which unspent money of this payment lapses; empty if it is carried over
   */
  record GrantPaid(String account, long number, long milli, Optional<Instant> lapses)
      implements OfAccount {}

  /** Return to the bank of all money in a balance that lapses at an instant or before. */
  record GrantLapsed(String account, Instant until) implements OfAccount {}

  /** Issue of a token. */
  record TokenIssued(TokenRecord token) implements BookEvent {}

  /**
   * Revocation of a token, and of the sessions and tokens derived from it.
   *
   * @param keepsDerived whether derived sessions and tokens stay valid, as if derived from this
   *     token's parent
   */
  record TokenRevoked(String id, boolean keepsDerived) implements BookEvent {}

  /**
   * Use of an identity of an issuer, which caused the following events of the same request.
   *
   * @param token id of the session or token; for an access token of the issuer, an id that begins
   *     with {@code i-}
   */
  record IdentityUsed(String issuer, String subject, String token) implements BookEvent {}

  /** Submission of a job, which then waits. */
  record JobSubmitted(
      String id, long number, String user, JobSpec spec, Optional<String> key, String digest)
      implements OfJob {}

  /**
   * Submission of an array, whose elements then wait.
   *
   * @param number number of the first element; the numbers of the others follow
   */
  record ArraySubmitted(
      String id,
      long number,
      String user,
      JobSpec spec,
      ArrayShape array,
      Optional<String> key,
      String digest)
      implements BookEvent {
    @Override
    public List<String> jobs() {
      return List.of(id);
    }

    /** Returns the submissions of the elements. */
    public List<JobSubmitted> elements() {
      var elements = new ArrayList<JobSubmitted>();
      for (int place = 0; place < array.indices().size(); place++) {
        var element = JobIds.element(id, array.indices().at(place));
        elements.add(
            new JobSubmitted(element, number + place, user, spec, Optional.empty(), digest));
      }
      return elements;
    }
  }

  /**
   * Submission of a workflow, whose jobs are submitted by the next events.
   *
   * @param number number that makes the id unique; the jobs have later numbers
   * @param jobs ids of the jobs; each comes after its predecessors
   */
  record WorkflowSubmitted(
      String id,
      long number,
      String user,
      WorkflowSpec workflow,
      List<String> jobs,
      Optional<String> key,
      String digest)
      implements BookEvent {
    public WorkflowSubmitted {
      jobs = List.copyOf(jobs);
    }
  }

  /**
   * Change of a waiting job's specification; if the number is unchanged, the job keeps its place in
   * the queue.
   */
  record JobChanged(String id, long number, JobSpec spec) implements OfJob {}

  /** Request to end a job that has a window. */
  record CancelAsked(String id) implements OfJob {}

  /**
   * Start of a cycle, with its snapshot.
   *
   * @param seen number of the last event in the snapshot
   * @param turn turn of the next cycle, if more jobs wait than this cycle has places; also empty in
   *     books of old versions, in which the first waiting jobs were taken
   */
  record CycleBegun(
      int cycle,
      long tick,
      long seen,
      @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<CycleRecord.Turn> turn)
      implements BookEvent {
    /** Creates the start of a cycle in which all waiting jobs have a place. */
    public CycleBegun(int cycle, long tick, long seen) {
      this(cycle, tick, seen, Optional.empty());
    }
  }

  /** Permanent refusal of a job. */
  record JobRefused(String id, String code, String text) implements OfJob {}

  /** Change of the reason why a job waits. */
  record JobPostponed(String id, int cycle, String code, String text) implements OfJob {}

  /**
   * Exclusion of a waiting job with which no cycle can be planned: cycles skip the job until it is
   * changed.
   *
   * @param text the error
   */
  record JobSetAside(String id, String text) implements OfJob {}

  /**
   * Booking of a window for a job. The cost of the window is held.
   *
   * @param tick time of the booking, in ticks
   * @param cycle cycle that booked the window; negative if an offer was accepted
   * @param nodes names of the nodes, in the order of the window's parts
   * @param movable whether the job may move to an earlier window
   * @param unconfirmed true if sites of the nodes have to confirm the window, so that the job is
   *     only placed; otherwise absent
   */
  record JobBooked(
      String id,
      int cycle,
      long tick,
      Window window,
      List<String> nodes,
      boolean movable,
      @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Boolean> unconfirmed)
      implements OfJob, OfNodes {
    public JobBooked {
      nodes = List.copyOf(nodes);
    }

    /** Creates the booking of a window that no site has to confirm. */
    public JobBooked(
        String id, int cycle, long tick, Window window, List<String> nodes, boolean movable) {
      this(id, cycle, tick, window, nodes, movable, Optional.empty());
    }

    /** Creates the placement of a window that sites have to confirm. */
    public static JobBooked placed(
        String id, int cycle, long tick, Window window, List<String> nodes, boolean movable) {
      return new JobBooked(id, cycle, tick, window, nodes, movable, Optional.of(true));
    }

    /** Returns whether the job is only placed until sites confirm the window. */
    public boolean awaitsSites() {
      return unconfirmed.orElse(false);
    }
  }

  /** Confirmation of a placed job's window by all sites of its nodes. */
  record JobConfirmed(String id, int attempt) implements OfJob {}

  /** Drain of a node, which sells nothing from now on. */
  record NodeDrained(String node, DrainMode mode, String reason) implements OfNodes {
    @Override
    public List<String> nodes() {
      return List.of(node);
    }
  }

  /** Return of a drained node to sale. */
  record NodeResumed(String node) implements OfNodes {
    @Override
    public List<String> nodes() {
      return List.of(node);
    }
  }

  /** Deletion of finished items that ended before an instant. */
  record Forgotten(Instant before) implements BookEvent {}

  /** End of a cycle. */
  record CycleEnded(int cycle, CycleRecord.Done done) implements BookEvent {}

  /** Start order for all parts of a job, which are ready. */
  record JobStarting(String id, int attempt) implements OfJob {}

  /** Start of a part's process. */
  record PartStarted(String id, int attempt, int part, Instant started) implements OfJob {}

  /**
   * End of a part.
   *
   * @param note description of the limit that the part exceeded, if this ended the part
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
    /** Creates the end of a part without a note. */
    public PartEnded(
        String id, int attempt, int part, int exitStatus, EndCause cause, Instant ended) {
      this(id, attempt, part, exitStatus, cause, ended, Optional.empty());
    }
  }

  /** Refusal of a part by its machine. */
  record PartRefused(String id, int attempt, int part, String why) implements OfJob {}

  /** Loss of a part, whose end is unknown. */
  record PartLost(String id, int attempt, int part, Instant lost, Optional<String> bySite)
      implements OfJob {
    /** Creates a loss that no site has caused. */
    public PartLost(String id, int attempt, int part, Instant lost) {
      this(id, attempt, part, lost, Optional.empty());
    }
  }

  /**
   * Return of a booked job to the queue; its held money is paid back. If the number is unchanged,
   * the job keeps its place in the queue.
   *
   * @param number number of the next attempt for the scheduler
   * @param node node whose site did not keep the window, if that is the reason
   */
  record JobRequeued(
      String id,
      long number,
      String code,
      String text,
      @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<String> node)
      implements OfJob {
    /** Creates the return of a job for a reason other than a site. */
    public JobRequeued(String id, long number, String code, String text) {
      this(id, number, code, text, Optional.empty());
    }
  }

  /**
   * Final state of a job; its held money is charged for the owners or paid back.
   *
   * @param chargedMilli amount for the owners of each node, in the order of parts, in 1/1000; empty
   *     for a job without a window
   */
  record JobEnded(String id, JobState state, String code, String text, List<Long> chargedMilli)
      implements OfJob {
    public JobEnded {
      chargedMilli = List.copyOf(chargedMilli);
    }
  }

  /**
   * Move of a booked job to an earlier window. The cost of the new window is held instead of the
   * cost of the old window.
   *
   * @param tick time of the move, in ticks
   * @param nodes names of the nodes, in the order of the window's parts
   */
  record JobMoved(String id, long tick, Window window, List<String> nodes)
      implements OfJob, OfNodes {
    public JobMoved {
      nodes = List.copyOf(nodes);
    }
  }

  /**
   * Planned move of a booked job to an earlier window that sites have to confirm. Until then, the
   * job keeps its window, and both windows are taken.
   *
   * @param tick time of the planning, in ticks
   * @param nodes names of the nodes, in the order of the window's parts
   */
  record JobMovePlaced(String id, long tick, Window window, List<String> nodes)
      implements OfJob, OfNodes {
    public JobMovePlaced {
      nodes = List.copyOf(nodes);
    }
  }

  /** End of a planned move that was not confirmed: the job keeps its window. */
  record JobMoveRefused(String id, String code, String text) implements OfJob {}

  /** Replacement of a job's labels. */
  record JobLabelled(String id, Map<String, String> labels) implements OfJob {
    public JobLabelled {
      labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    }
  }

  /**
   * Claim of node time without a job. Its cost is held, except for a firm offer of an old version.
   *
   * @param account paying account; empty if no account pays
   * @param feeMilli fee for the owners of each node, paid immediately, in 1/1000
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
   * End of a claim; its held money is charged for the owners or paid back.
   *
   * @param chargedMilli amount for the owners of each node, in the order of parts, in 1/1000
   */
  record ClaimEnded(String id, ClaimRecord.State state, List<Long> chargedMilli)
      implements BookEvent {
    public ClaimEnded {
      chargedMilli = List.copyOf(chargedMilli);
    }
  }

  /** Sale policy of a node, set by its owner. */
  record PolicySet(NodePolicy policy) implements OfNodes {
    @Override
    public List<String> nodes() {
      return List.of(policy.node());
    }
  }

  /**
   * Complete list of the nodes that sell nothing because their machine is silent or the clock of
   * the machine is off.
   *
   * @param why cause by node; empty in books of old versions, which did not store the cause
   */
  record SalesStopped(List<String> nodes, Optional<SortedMap<String, Silence>> why)
      implements OfNodes {
    public SalesStopped {
      nodes = List.copyOf(nodes);
    }

    /** Creates the event from the cause by node. */
    public static SalesStopped of(SortedMap<String, Silence> why) {
      return new SalesStopped(List.copyOf(why.keySet()), Optional.of(new TreeMap<>(why)));
    }
  }

  /**
   * Change of the time that sites use for themselves.
   *
   * @param taken all spans of each changed node, sorted; empty if the site uses no time of the node
   */
  record SiteTimeChanged(SortedMap<String, List<SiteSpan>> taken) implements OfNodes {
    public SiteTimeChanged {
      var copy = new TreeMap<String, List<SiteSpan>>();
      taken.forEach((node, spans) -> copy.put(node, List.copyOf(spans)));
      taken = Collections.unmodifiableSortedMap(copy);
    }

    @Override
    public List<String> nodes() {
      return List.copyOf(taken.keySet());
    }
  }

  /**
   * Change of the terms under which sites sell their nodes.
   *
   * @param terms terms of each changed node; empty if the site of the node sells nothing, or the
   *     node has no site
   */
  record SiteTermsChanged(SortedMap<String, Optional<SiteTerms>> terms) implements OfNodes {
    public SiteTermsChanged {
      terms = Collections.unmodifiableSortedMap(new TreeMap<>(terms));
    }

    @Override
    public List<String> nodes() {
      return List.copyOf(terms.keySet());
    }
  }

  /** Rules of the scheduler from now on. */
  record RulesSet(SchedulerRules rules) implements BookEvent {}

  /**
   * Start of moves of booked jobs into freed time.
   *
   * @param tick time, in ticks
   * @param from earliest tick at which a moved window may begin
   * @param until tick up to which the scheduler plans
   * @param seen number of the last event in the snapshot
   * @param among jobs that may move if the move is worthwhile; empty in books of old versions, in
   *     which a job moved for any gain
   */
  record MovesBegun(long tick, long from, long until, long seen, Optional<Among> among)
      implements BookEvent {}

  /**
   * Range of booked jobs.
   *
   * @param from first place, inclusive
   * @param before end of the range, exclusive; empty for no end
   */
  record Among(OpenWork.Place from, Optional<OpenWork.Place> before) {
    /** Creates the range of all jobs that start at a tick or later. */
    public static Among from(long tick) {
      return new Among(new OpenWork.Place(tick, 0), Optional.empty());
    }
  }

  /**
   * End of moves.
   *
   * @param unprepared tick before which jobs that began could no longer move
   */
  record MovesEnded(long unprepared) implements BookEvent {}

  /** Creation of a webhook. */
  record WebhookMade(WebhookRecord webhook) implements BookEvent {}

  /** Deletion of a webhook; its waiting notifications are not delivered. */
  record WebhookDeleted(String id) implements BookEvent {}
}
