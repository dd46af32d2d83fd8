package io.metasched.service.plan;

import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.search.PreparedSearch;
import io.metasched.resource.search.SearchFamily;
import io.metasched.resource.slots.SlotTable;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobRecord.Reason;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.ReasonCode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Prospects of a job, found with the planner's search in the state of the book, without the
 * planner. Confined to one thread.
 */
public final class Outlook {
  private static final int MOST_STEPS = 64;

  private final SlotTable slots;
  private final PreparedSearch search;
  private final WindowRequest request;
  private final Span horizon;
  private final long granularity;

  private final Optional<Reason> limit;

  private Outlook(
      SlotTable slots,
      Job job,
      Span horizon,
      CycleSettings settings,
      long from,
      Optional<Reason> limit) {
    this.slots = slots;
    this.horizon = horizon;
    this.limit = limit;
    granularity = settings.granularity().toMillis();
    search = SearchFamily.exact(settings.searchSteps()).prepared();
    var whole = job.request(horizon, granularity);
    request = whole.between(Math.max(whole.earliestStart(), from), whole.deadline());
  }

  /**
   * Creates the prospects of a job in a state of the book.
   *
   * @param user person who submits the job
   * @param now current tick
   * @param counted filter of the jobs whose windows count as taken
   */
  public static Outlook of(
      BookState state,
      Fleet fleet,
      CycleSettings settings,
      JobSpec spec,
      String user,
      long now,
      Predicate<JobRecord> counted) {
    var horizon = new Span(now + settings.lead().toMillis(), now + settings.horizon().toMillis());
    Predicate<String> counts = by -> state.job(by).filter(counted.negate()).isEmpty();
    var table =
        Vacancy.of(state, fleet, horizon, counts)
            .table(new OwnersPricing(state, fleet), horizon, now);
    var job = AcceptedSites.job(state, spec, 0, 0, state.ticks().instant(now));
    var loads = new AccountLoads(state, counts);
    long room = loads.roomFrom(spec.account(), user, spec.nodes());
    var limit = loads.delay(spec.account(), user, spec.nodes(), horizon.start());
    return new Outlook(table, job, horizon, settings, Math.min(room, horizon.end()), limit);
  }

  /** Returns the limit of its account because of which the job has to start later, if any. */
  public Optional<Reason> limit() {
    return limit;
  }

  /**
   * Returns a reason of the job for waiting. A limit of its account is replaced by the present one,
   * and lack of money is omitted, because the advice compares the present cost and balance.
   */
  public Reason current(Reason why) {
    boolean isOfAccount =
        AccountLoads.isLimit(why) || why.code().equals(ReasonCode.BALANCE.label());
    return isOfAccount ? limit.orElse(Reason.NONE) : why;
  }

  /** Returns the request of the job with its limits. */
  public WindowRequest request() {
    return request;
  }

  /** Returns the number of slots for sale. */
  public int slots() {
    return slots.size();
  }

  /** Returns the best window within all limits. */
  public Optional<Window> best(Criterion criterion) {
    return best(request, criterion);
  }

  private Optional<Window> best(WindowRequest wanted, Criterion criterion) {
    boolean hasTime = wanted.deadline() > wanted.earliestStart();
    return hasTime ? search.find(slots, wanted, criterion).window() : Optional.empty();
  }

  /** Returns the best window at any price. */
  public Optional<Window> atAnyPrice(Criterion criterion) {
    return best(free(request), criterion);
  }

  private static WindowRequest free(WindowRequest limited) {
    return limited.withSlotPriceLimit(WindowRequest.NO_LIMIT).withCostLimit(WindowRequest.NO_LIMIT);
  }

  /** Returns the best window within the budget, regardless of the deadline. */
  public Optional<Window> whenever(Criterion criterion) {
    return best(request.between(request.earliestStart(), horizon.end()), criterion);
  }

  /**
   * Returns the first tick at which each node has enough time vacant and for sale for its part of
   * the job, at any price. Keys are the numbers of the nodes that meet the requirements.
   */
  public SortedMap<Integer, Long> firstStarts() {
    var first = new TreeMap<Integer, Long>();
    for (var slot : slots.slots()) {
      long length = request.work().lengthTicks(slot.node().performance(), granularity);
      long start = Math.max(slot.span().start(), request.earliestStart());
      if (request.requirements().metBy(slot.node()) && start + length <= slot.span().end()) {
        first.merge(slot.node().id(), start, Math::min);
      }
    }
    return first;
  }

  /** Returns the span that is searched. */
  public Span horizon() {
    return horizon;
  }

  /**
   * Returns the highest number of nodes, up to the requested number, for which there is a window
   * within all limits.
   */
  public int mostNodes() {
    int least = 0;
    int most = request.nodes();
    while (least < most) {
      int middle = (least + most + 1) >>> 1;
      boolean isThere = best(ofNodes(middle), Criterion.START).isPresent();
      least = isThere ? middle : least;
      most = isThere ? most : middle - 1;
    }
    return least;
  }

  private WindowRequest ofNodes(int nodes) {
    return new WindowRequest(
        nodes,
        request.work(),
        granularity,
        request.requirements(),
        request.costLimitMilli(),
        request.slotPriceLimitMilli(),
        request.earliestStart(),
        request.deadline());
  }

  /**
   * Window, and the criteria by which it is the best.
   *
   * @param criteria criteria by which no other window is better; empty for a window between the
   *     cheapest and the earliest
   */
  public record Choice(Window window, List<Criterion> criteria) {
    public Choice {
      criteria = List.copyOf(criteria);
    }
  }

  /**
   * Returns the best window by each criterion, then windows between the cheapest window and the
   * window that ends first, none of which is both more expensive and later than another.
   *
   * @param most highest number of windows
   */
  public List<Choice> choices(int most) {
    var best = new EnumMap<Criterion, Window>(Criterion.class);
    for (var criterion : Criterion.values()) {
      best(criterion).ifPresent(window -> best.put(criterion, window));
    }
    var choices = new ArrayList<Choice>();
    for (var criterion : best.keySet()) {
      var window = best.get(criterion);
      if (window != null && choices.stream().noneMatch(each -> each.window().equals(window))) {
        choices.add(new Choice(window, bestIn(window, best)));
      }
    }
    between(best, most - choices.size()).forEach(w -> choices.add(new Choice(w, List.of())));
    return choices.size() > most ? choices.subList(0, most) : choices;
  }

  private static List<Criterion> bestIn(Window window, Map<Criterion, Window> best) {
    return best.entrySet().stream()
        .filter(each -> window.value(each.getKey()) == each.getValue().value(each.getKey()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * Returns windows along the trade-off between finish and cost: for each of several rising cost
   * limits, the window that ends first. The lowest limit is slightly above the lowest cost.
   */
  private List<Window> between(Map<Criterion, Window> best, int most) {
    var cheapest = best.get(Criterion.COST);
    var first = best.get(Criterion.FINISH);
    var windows = new ArrayList<Window>();
    if (cheapest == null || first == null || cheapest.costMilli() >= first.costMilli()) {
      return windows;
    }
    long spread = first.costMilli() - cheapest.costMilli();
    int steps = Math.min(MOST_STEPS, Math.max(0, most)) + 1;
    for (int step = 1; step < steps; step++) {
      long limit = cheapest.costMilli() + spread * step / steps;
      best(request.withCostLimit(limit), Criterion.FINISH)
          .filter(window -> !windows.contains(window) && !best.containsValue(window))
          .ifPresent(windows::add);
    }
    return windows;
  }
}
