package io.metasched.service.plan;

import io.metasched.metascheduler.cyclic.flow.Admission;
import io.metasched.metascheduler.model.EnumLabel;
import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.model.JobRefusal;
import io.metasched.metascheduler.model.RefusalReason;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.Work;
import io.metasched.service.book.ArrayShape;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord.Reason;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.Money;
import io.metasched.service.book.ReasonCode;
import io.metasched.service.plan.JobCommands.Outcome;
import io.metasched.service.plan.JobCommands.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Admission check: whether a job could run under the current conditions. Each cause has its own
 * code, and a text with the two numbers that contradict each other. Immutable.
 */
public final class JobAdmission {
  private final Admission admission;
  private final List<Node> nodes;
  private final Fleet fleet;
  private final OwnersPricing pricing;
  private final CycleSettings settings;

  /** Creates the check from the nodes of a fleet and their owners' prices. */
  JobAdmission(Fleet fleet, OwnersPricing pricing, CycleSettings settings) {
    nodes = pricing.nodes();
    this.fleet = fleet;
    admission = new Admission(nodes, pricing, settings.granularity().toMillis());
    this.pricing = pricing;
    this.settings = settings;
  }

  /** Creates the check for a state of the book. */
  public static JobAdmission of(BookState state, Fleet fleet, CycleSettings settings) {
    return new JobAdmission(fleet, new OwnersPricing(state, fleet), settings);
  }

  /**
   * Returns the reason why a job can never run, if there is one.
   *
   * @param balanceMilli balance of its account, in 1/1000
   */
  public Optional<Result> refusal(BookState state, JobSpec spec, long balanceMilli, Instant now) {
    var job = AcceptedSites.job(state, spec, 0, 0, now);
    return reversed(spec)
        .or(() -> JobDependencies.unknown(state, spec).map(JobAdmission::impossible))
        .or(() -> JobDependencies.missed(state, spec).map(JobAdmission::impossible))
        .or(() -> passed(spec, now, settings).map(JobAdmission::impossible))
        .or(() -> admission.refusalOfAny(job).map(why -> impossible(withSites(state, spec, why))))
        .or(() -> tooLong(spec, job, now))
        .or(() -> tooExpensive(state, spec.account(), job, balanceMilli));
  }

  /**
   * Least time and money of a job.
   *
   * @param ticks length of its window on the fastest nodes
   * @param costMilli cost of its window on the cheapest nodes, in 1/1000
   */
  record Least(long ticks, long costMilli) {}

  /** Returns the least time and money of a job, whose nodes must be sufficient. */
  Least least(BookState state, JobSpec spec, Instant now) {
    var job = AcceptedSites.job(state, spec, 0, 0, now);
    return new Least(admission.leastTicks(job), admission.leastCostMilli(job));
  }

  /** Returns whether the nodes, at their lowest prices, are not sufficient for a job. */
  boolean lacksNodes(BookState state, JobSpec spec, Instant now) {
    return admission.refusalOfAny(AcceptedSites.job(state, spec, 0, 0, now)).isPresent();
  }

  /** Returns a refusal if a new array cannot wait for the elements of another array. */
  static Optional<Result> unmatched(BookState state, JobSpec spec, Optional<ArrayShape> array) {
    return JobDependencies.unmatched(state, spec, array).map(JobAdmission::impossible);
  }

  private Reason withSites(BookState state, JobSpec spec, JobRefusal refusal) {
    var why = reason(refusal, spec.nodes(), spec.requirements());
    var sites = AcceptedSites.sentences(state, fleet, spec);
    return sites.isEmpty() || refusal.reason() != RefusalReason.REQUIREMENTS
        ? why
        : new Reason(why.code(), why.text() + ": " + String.join("; ", sites));
  }

  private static Result impossible(Reason why) {
    return new Result(Outcome.IMPOSSIBLE, "", why);
  }

  private static Result contradictory(ReasonCode code, String text) {
    return new Result(Outcome.CONTRADICTORY, "", code.reason(text));
  }

  private static Optional<Result> reversed(JobSpec spec) {
    return spec.notBefore()
        .filter(from -> spec.deadline().filter(from::isAfter).isPresent())
        .map(
            from ->
                contradictory(
                    ReasonCode.TIMES_REVERSED,
                    "its earliest start, %s, is after its deadline, %s"
                        .formatted(
                            ReasonText.time(from),
                            ReasonText.time(spec.deadline().orElseThrow()))));
  }

  /**
   * Returns whether a job has a single possible start, that is, whether the time from its earliest
   * start to its deadline equals the length of its window.
   */
  private static boolean isFixed(JobSpec spec, CycleSettings settings) {
    long length = spec.work().lengthTicks(1, settings.granularity().toMillis());
    return spec.work().basis() == Work.Basis.DURATION
        && spec.notBefore().isPresent()
        && spec.notBefore().map(from -> from.plusMillis(length)).equals(spec.deadline());
  }

  /** Returns the reason why a job can no longer start or end in time, if there is one. */
  static Optional<Reason> passed(JobSpec spec, Instant now, CycleSettings settings) {
    boolean isFixed = isFixed(spec, settings);
    var last = isFixed ? spec.notBefore() : spec.deadline();
    return last.filter(now::isAfter)
        .map(
            time ->
                (isFixed ? ReasonCode.START_PASSED : ReasonCode.DEADLINE_PASSED)
                    .reason(
                        "its %s, %s, passed %s ago"
                            .formatted(
                                isFixed ? "start" : "deadline",
                                ReasonText.time(time),
                                ReasonText.length(Duration.between(time, now).toMillis()))));
  }

  private Optional<Result> tooLong(JobSpec spec, Job job, Instant now) {
    long ticks = admission.leastTicks(job);
    long most = settings.horizon().minus(settings.lead()).toMillis();
    if (ticks > most) {
      var form = "%s do not fit into the %s that are planned ahead";
      return Optional.of(
          impossible(ReasonCode.LONGER_THAN_HORIZON.reason(ReasonText.lengths(form, ticks, most))));
    }
    return longerThanSales(job, ticks)
        .or(() -> apart(spec, ticks))
        .or(() -> late(spec, ticks, now, settings).map(JobAdmission::impossible));
  }

  /**
   * Returns a refusal if too few nodes ever sell enough time at one price, because a window must
   * have one price per node.
   */
  private Optional<Result> longerThanSales(Job job, long ticks) {
    int left = pricing.isSteady() ? 0 : job.nodes();
    long longest = 0;
    for (var each = nodes.iterator(); left > 0 && each.hasNext(); ) {
      var node = each.next();
      if (job.requirements().metBy(node)) {
        long length = job.work().lengthTicks(node.performance(), settings.granularity().toMillis());
        long most = pricing.longestTicks(node);
        left -= length <= most ? 1 : 0;
        longest = Math.max(longest, most);
      }
    }
    if (left == 0) {
      return Optional.empty();
    }
    var form = "%s do not fit into the %s that its nodes sell at one price at most";
    var text =
        longest < ticks
            ? ReasonText.lengths(form, ticks, longest)
            : "it asks for %s, but the fleet has %d that sells enough time at one price"
                .formatted(ReasonText.nodes(job.nodes()), job.nodes() - left);
    return Optional.of(impossible(ReasonCode.LONGER_THAN_SALE.reason(text)));
  }

  /**
   * Returns a refusal if the work needs more time than there is between its earliest start and its
   * deadline. The refusal is {@code CONTRADICTORY} if the work is given as a duration, which is the
   * same on any node.
   */
  private static Optional<Result> apart(JobSpec spec, long ticks) {
    var code = ReasonCode.SPAN_TOO_SHORT;
    var apart =
        spec.notBefore()
            .flatMap(from -> spec.deadline().map(by -> Duration.between(from, by).toMillis()));
    return apart
        .filter(millis -> millis < ticks)
        .map(
            millis -> {
              var form = "%s do not fit between its earliest start and its deadline, %s apart";
              var text = ReasonText.lengths(form, ticks, millis);
              return spec.work().basis() == Work.Basis.DURATION
                  ? contradictory(code, text)
                  : impossible(code.reason(text));
            });
  }

  /**
   * Returns a refusal if the deadline leaves no time for planning and preparation before the start.
   */
  private static Optional<Reason> late(
      JobSpec spec, long ticks, Instant now, CycleSettings settings) {
    var soonest = now.plus(settings.lead());
    var from = spec.notBefore().filter(soonest::isBefore).orElse(soonest);
    return spec.deadline()
        .filter(by -> from.plusMillis(ticks).isAfter(by))
        .map(by -> tooNear(spec, ticks, Duration.between(now, by), settings));
  }

  /** Returns the reason why a job of a length can no longer end in time, if there is one. */
  static Optional<Reason> overdue(JobSpec spec, long ticks, Instant now, CycleSettings settings) {
    return passed(spec, now, settings).or(() -> late(spec, ticks, now, settings));
  }

  private static Reason tooNear(JobSpec spec, long ticks, Duration left, CycleSettings settings) {
    var lead = settings.lead();
    if (isFixed(spec, settings)) {
      long start = left.toMillis() - ticks;
      var form = "a start is planned at least %s ahead, but its start is in %s";
      return ReasonCode.START_TOO_NEAR.reason(ReasonText.lengths(form, lead.toMillis(), start));
    }
    boolean fits = ticks <= left.toMillis();
    long most = fits ? left.minus(lead).toMillis() : left.toMillis();
    var text = ReasonText.lengths("%s do not fit before the deadline in %s", ticks, most);
    var planned =
        ", because a start is planned %s ahead".formatted(ReasonText.length(lead.toMillis()));
    return ReasonCode.DEADLINE.reason(text + (fits ? planned : ""));
  }

  private Optional<Result> tooExpensive(
      BookState state, String account, Job job, long balanceMilli) {
    return admission
        .unpaid(job, job.costLimitMilli())
        .map(why -> new JobRefusal(RefusalReason.BELOW_ANY_PRICE, why.needed(), why.available()))
        .map(why -> impossible(reason(why, job.nodes(), job.requirements())))
        .or(
            () ->
                admission
                    .unpaid(job, Math.max(0, balanceMilli))
                    .map(
                        why ->
                            unpaid(state, account, "needs at least", why.needed(), balanceMilli)));
  }

  /** Returns the refusal for an account with too little money. */
  static Result unpaid(BookState state, String account, String needs, long needed, long available) {
    var text =
        "it %s %s, but the account has %s%s"
            .formatted(
                needs,
                Money.format(needed),
                Money.format(available),
                Grants.clause(state, account));
    return new Result(Outcome.OVER_BUDGET, "", ReasonCode.BUDGET.reason(text));
  }

  /**
   * Returns the reason for a refusal by a cycle.
   *
   * @param now time of its snapshot
   * @param settings settings of that cycle
   */
  static Reason refused(
      BookState state, JobSpec spec, JobRefusal why, Instant now, CycleSettings settings) {
    var reason = reason(why, spec.nodes(), spec.requirements());
    boolean isForBalance =
        settings.withinBalance()
            && why.reason() == RefusalReason.BELOW_ANY_PRICE
            && why.available() < spec.costLimitMilli();
    if (isForBalance) {
      return unpaid(state, spec.account(), "needs at least", why.needed(), why.available()).why();
    } else if (why.reason() == RefusalReason.BUDGET) {
      return new Reason(reason.code(), reason.text() + Grants.clause(state, spec.account()));
    } else if (why.reason() != RefusalReason.DEADLINE) {
      return reason;
    } else if (isFixed(spec, settings)) {
      return ReasonCode.START_PASSED.reason(
          "no window that starts at %s was found until %s before that start"
              .formatted(
                  ReasonText.time(spec.notBefore().orElseThrow()),
                  ReasonText.length(settings.lead().toMillis())));
    }
    return overdue(spec, why.needed(), now, settings).orElse(reason);
  }

  /** Returns the reason for a refusal by the scheduler. */
  static Reason reason(JobRefusal why, int nodes, Requirements requirements) {
    long needed = why.needed();
    long available = why.available();
    var text =
        switch (why.reason()) {
          case NOT_ENOUGH_NODES ->
              "it asks for %s, but the fleet has %d".formatted(ReasonText.nodes(needed), available);
          case REQUIREMENTS ->
              "it asks for %s%s, but the fleet has %d"
                  .formatted(ReasonText.nodes(needed), words(requirements), available);
          case PRICE_LIMIT -> priceLimit(nodes, Money.format(available), Money.format(needed));
          case BELOW_ANY_PRICE ->
              "it needs at least %s, but its budget is %s"
                  .formatted(Money.format(needed), Money.format(available));
          case BUDGET ->
              "its window costs %s, but the account has %s"
                  .formatted(Money.format(needed), Money.format(available));
          case WORKFLOW -> "another job of its workflow was refused";
          case PRECEDING -> "%d jobs that it follows never ran".formatted(needed);
          case NO_WINDOW -> "no window was found in %d cycles".formatted(available);
          case DEADLINE ->
              ReasonText.lengths("%s do not fit before the deadline in %s", needed, available);
        };
    return new Reason(EnumLabel.of(why.reason()), text);
  }

  private static String priceLimit(int nodes, String limit, String price) {
    return nodes == 1
        ? "no node is as cheap as %s a second; the cheapest costs %s".formatted(limit, price)
        : "no %d nodes are as cheap as %s a second; the cheapest cost up to %s"
            .formatted(nodes, limit, price);
  }

  private static String words(Requirements requirements) {
    var words = new ArrayList<String>();
    if (requirements.leastPerformance() > 0) {
      words.add("performance>=" + requirements.leastPerformance());
    }
    words.addAll(AcceptedSites.withoutSites(requirements.properties()));
    return words.isEmpty() ? "" : " with " + String.join(", ", words);
  }
}
