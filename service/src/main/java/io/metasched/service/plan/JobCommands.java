package io.metasched.service.plan;

import io.metasched.service.book.AccountRecord;
import io.metasched.service.book.ArrayShape;
import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobIds;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobRecord.Reason;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.JobState;
import io.metasched.service.book.JobSums;
import io.metasched.service.book.Market;
import io.metasched.service.book.NodePolicy;
import io.metasched.service.book.SortedTree;
import io.metasched.service.site.SiteTerms;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Commands of users and administrators on jobs and accounts. The decisions follow from the book
 * alone.
 */
public final class JobCommands {
  private final Fleet fleet;
  private final CycleSettings settings;
  private final MarketCommands market;
  private volatile Judged judged;

  /** Admission check, valid while the policies of owners and the properties of sites are equal. */
  private record Judged(
      SortedTree<String, NodePolicy> policies,
      SortedTree<String, SiteTerms> terms,
      List<Integer> keptPercents,
      JobAdmission admission) {
    boolean isOf(Market market) {
      return policies == market.policies()
          && terms == market.terms()
          && keptPercents.equals(keptPercents(market));
    }

    static List<Integer> keptPercents(Market market) {
      var percents = new ArrayList<Integer>();
      market.kept().values().forEach(each -> percents.add(each.keptPercent()));
      return percents;
    }
  }

  /** Creates the commands for jobs on the nodes of a fleet. */
  public JobCommands(Fleet fleet, CycleSettings settings, MarketCommands market) {
    this.fleet = fleet;
    this.settings = settings;
    this.market = market;
    judged = judge(BookState.EMPTY);
  }

  private Judged judge(BookState state) {
    var market = state.market();
    return new Judged(
        market.policies(),
        market.terms(),
        Judged.keptPercents(market),
        JobAdmission.of(state, fleet, settings));
  }

  private JobAdmission admission(BookState state) {
    var known = judged;
    if (!known.isOf(state.market())) {
      known = judge(state);
      judged = known;
    }
    return known.admission();
  }

  /** Returns the commands for offers and node time. */
  public MarketCommands market() {
    return market;
  }

  /** Outcome of a command. */
  public enum Outcome {
    DONE,
    /** The command was executed before, with the same key and body. */
    REPLAYED,
    /** The key was used before, with another body. */
    KEY_REUSED,
    NO_ACCOUNT,
    ACCOUNT_EXISTS,
    /** The request contradicts itself, regardless of the nodes. */
    CONTRADICTORY,
    /** The job can never run. */
    IMPOSSIBLE,
    /** The account has less money than the cost. */
    OVER_BUDGET,
    /** A quota of the account, or of all accounts together, would be exceeded. */
    OVER_QUOTA,
    /** The sum would exceed the largest countable amount. */
    TOO_MUCH_MONEY,
    NO_JOB,
    NO_ARRAY,
    NO_WORKFLOW,
    /** The job has ended. */
    IS_OVER,
    NOT_RUNNING,
    /** The job already has a window. */
    NOT_WAITING,
    /** The version has changed. */
    OTHER_VERSION,
    /** The offer is no longer held, or its time has been taken. */
    OFFER_GONE,
    NO_NODE,
    NO_CLAIM,
    /** The time is taken. */
    TIME_TAKEN
  }

  /**
   * Result of a command.
   *
   * @param id id of the item concerned
   * @param why reason for a refusal, with its numbers; {@link Reason#NONE} if the outcome needs no
   *     explanation
   */
  public record Result(Outcome outcome, String id, Reason why) {
    /** Creates a result without a reason. */
    public Result(Outcome outcome, String id) {
      this(outcome, id, Reason.NONE);
    }
  }

  static BookDecision<Result> none(Outcome outcome, String id) {
    return BookDecision.none(new Result(outcome, id));
  }

  /** Submits a job. */
  public BookDecision<Result> submit(
      BookState state,
      JobSpec spec,
      String user,
      Optional<String> key,
      String digest,
      Instant now) {
    return submit(state, spec, Optional.empty(), user, key, digest, now);
  }

  /**
   * Submits a job.
   *
   * @param offer offer that the job accepts
   */
  public BookDecision<Result> submit(
      BookState state,
      JobSpec spec,
      Optional<WindowOffer> offer,
      String user,
      Optional<String> key,
      String digest,
      Instant now) {
    return submit(state, spec, Optional.empty(), offer, user, key, digest, now);
  }

  /** Submits an array, all of whose elements are accepted or none. */
  public BookDecision<Result> submit(
      BookState state,
      JobSpec spec,
      ArrayShape array,
      String user,
      Optional<String> key,
      String digest,
      Instant now) {
    return submit(state, spec, Optional.of(array), Optional.empty(), user, key, digest, now);
  }

  /** Decides on a job or an array without a key, for dry runs. */
  public BookDecision<Result> submit(
      BookState state, JobSpec spec, Optional<ArrayShape> array, String user, Instant now) {
    return submit(state, spec, array, Optional.empty(), user, Optional.empty(), "", now);
  }

  private BookDecision<Result> submit(
      BookState state,
      JobSpec spec,
      Optional<ArrayShape> array,
      Optional<WindowOffer> offer,
      String user,
      Optional<String> key,
      String digest,
      Instant now) {
    var account = state.payer(spec.account());
    if (account.isEmpty()) {
      return none(Outcome.NO_ACCOUNT, spec.account());
    }
    var repeated = repeated(state, user, spec.account(), key, digest);
    if (repeated.isPresent()) {
      return repeated.get();
    }
    long number = state.nextNumber();
    var id = JobIds.of(now, number);
    var submitted = new BookEvent.JobSubmitted(id, number, user, spec, key, digest);
    int count = array.map(shape -> shape.indices().size()).orElse(1);
    var overQuota = market.quotas().refusal(state, spec, count);
    if (overQuota.isPresent()) {
      return BookDecision.none(overQuota.get());
    } else if (offer.isPresent()) {
      return market.offers().take(state, offer.get(), spec, submitted, now);
    }
    var overLimit = Quotas.waiting(state, spec.account(), user, count);
    if (overLimit.isPresent()) {
      return BookDecision.none(overLimit.get());
    }
    var event =
        array
            .<BookEvent>map(
                shape -> new BookEvent.ArraySubmitted(id, number, user, spec, shape, key, digest))
            .orElse(submitted);
    return refusal(state, spec, account.get(), now)
        .or(() -> JobAdmission.unmatched(state, spec, array))
        .map(BookDecision::<Result>none)
        .orElseGet(() -> BookDecision.of(event, new Result(Outcome.DONE, id)));
  }

  /**
   * Refuses a job that accepts an offer which no longer exists, unless the job was submitted with
   * the same key before.
   */
  public BookDecision<Result> replayed(
      BookState state,
      JobSpec spec,
      String offer,
      String user,
      Optional<String> key,
      String digest) {
    return repeated(state, user, spec.account(), key, digest)
        .orElseGet(() -> BookDecision.none(OfferCommands.gone(offer, "is gone")));
  }

  /**
   * Returns the result of a request whose key was used before; empty if it was not.
   *
   * @param by principal of the request
   */
  static Optional<BookDecision<Result>> repeated(
      BookState state, String by, String account, Optional<String> key, String digest) {
    return key.flatMap(text -> state.made(by, account, text))
        .map(
            before -> {
              boolean same = before.digest().equals(digest);
              return none(same ? Outcome.REPLAYED : Outcome.KEY_REUSED, before.made());
            });
  }

  /** Returns the reason why a job can never run under the current conditions, if there is one. */
  public Optional<Result> refusal(
      BookState state, JobSpec spec, AccountRecord account, Instant now) {
    return admission(state).refusal(state, spec, account.balanceMilli(), now);
  }

  /** Returns the least time and money that a job can take; its nodes must be sufficient. */
  JobAdmission.Least least(BookState state, JobSpec spec, Instant now) {
    return admission(state).least(state, spec, now);
  }

  CycleSettings settings() {
    return settings;
  }

  /** Cancels a job: immediately if no part has started, otherwise by its machines. */
  public static BookDecision<Result> cancel(BookState state, String id) {
    var job = state.job(id);
    if (job.isEmpty()) {
      return none(Outcome.NO_JOB, id);
    } else if (job.get().state().isFinal()) {
      return none(Outcome.IS_OVER, id);
    } else if (job.get().cancelAsked()) {
      return none(Outcome.REPLAYED, id);
    }
    boolean hasNotStarted =
        job.get().state() == JobState.WAITING || job.get().state().hasIdleWindow();
    return BookDecision.of(
        hasNotStarted
            ? new BookEvent.JobEnded(
                id, JobState.WITHDRAWN, "cancelled", "it was cancelled", List.of())
            : new BookEvent.CancelAsked(id),
        new Result(Outcome.DONE, id));
  }

  /** Cancels all elements of an array that have not ended. */
  public static BookDecision<Result> cancelArray(BookState state, String id) {
    var array = state.array(id);
    if (array.isEmpty()) {
      return none(Outcome.NO_ARRAY, id);
    }
    return cancelAll(state, id, array.get().jobs(), state.elements(array.get()));
  }

  /** Cancels all jobs of a group that have not ended. */
  static BookDecision<Result> cancelAll(
      BookState state, String id, JobSums group, List<JobRecord> jobs) {
    if (group.isOver()) {
      return none(Outcome.IS_OVER, id);
    }
    var events = new ArrayList<BookEvent>();
    for (var job : jobs) {
      events.addAll(cancel(state, job.id()).events());
    }
    return new BookDecision<>(
        events, new Result(events.isEmpty() ? Outcome.REPLAYED : Outcome.DONE, id));
  }

  /**
   * Change of waiting jobs.
   *
   * @param version required version
   * @param priority new priority
   * @param limits function that replaces the changed limits and keeps the others
   */
  public record Change(
      Optional<Long> version,
      Optional<Map<String, String>> labels,
      Optional<Integer> priority,
      Optional<UnaryOperator<JobSpec>> limits) {}

  /** Changes a waiting job, which keeps its place in the queue unless its priority changes. */
  public BookDecision<Result> change(BookState state, String id, Change change, Instant now) {
    return new JobChanges(this, state, change, now).ofJob(id);
  }

  /** Changes all elements of an array that wait. */
  public BookDecision<Result> changeArray(BookState state, String id, Change change, Instant now) {
    return new JobChanges(this, state, change, now).ofArray(id);
  }

  /** Checks whether a job is running, so that it can be signalled. */
  public static Result running(Optional<JobRecord> job, String id) {
    if (job.isEmpty()) {
      return new Result(Outcome.NO_JOB, id);
    } else if (job.get().state() != JobState.RUNNING) {
      return new Result(Outcome.NOT_RUNNING, id);
    }
    return new Result(Outcome.DONE, id);
  }
}
