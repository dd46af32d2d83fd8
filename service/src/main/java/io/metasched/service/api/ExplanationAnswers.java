package io.metasched.service.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord.Reason;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.Money;
import io.metasched.service.plan.AcceptedSites;
import io.metasched.service.plan.Fleet;
import io.metasched.service.plan.Grants;
import io.metasched.service.plan.Outlook;
import io.metasched.service.plan.ReasonText;
import io.metasched.service.plan.SiteWords;
import io.metasched.service.plan.UnsoldNodes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * Explanation of why a job has no window, in numbers, and advice.
 *
 * @param outlook prospects of the job, whose cost the balance of the account may limit further
 */
public record ExplanationAnswers(BookState state, Fleet fleet, JobSpec spec, Outlook outlook) {
  private static final int MOST_NAMED = 4;

  private ObjectNode window(Window window) {
    var names = fleet.names(window);
    return MarketAnswers.window(state, window, names);
  }

  private boolean isLimited() {
    return spec.costLimitMilli() != WindowRequest.NO_LIMIT;
  }

  /**
   * Returns the best windows with and without each limit, and the amounts by which these windows
   * violate the limit.
   */
  public ObjectNode windows() {
    var json = Answers.object();
    json.put("slots", outlook.slots());
    outlook.best(Criterion.START).ifPresent(window -> json.set("within", window(window)));
    outlook.atAnyPrice(Criterion.COST).ifPresent(window -> json.set("cheapest", priced(window)));
    outlook.atAnyPrice(Criterion.START).ifPresent(window -> json.set("earliest", priced(window)));
    if (spec.deadline().isPresent()) {
      outlook.whenever(Criterion.FINISH).ifPresent(window -> json.set("later", late(window)));
    }
    return json;
  }

  private ObjectNode priced(Window window) {
    var json = window(window);
    if (isLimited() && window.costMilli() > spec.costLimitMilli()) {
      json.put("overBudget", Money.format(window.costMilli() - spec.costLimitMilli()));
    }
    return json;
  }

  private ObjectNode late(Window window) {
    var json = window(window);
    spec.deadline()
        .map(deadline -> window.finish() - state.ticks().at(deadline))
        .filter(late -> late > 0)
        .ifPresent(late -> json.put("late", Duration.ofMillis(late).toString()));
    return json;
  }

  /**
   * Returns the advice, one sentence each.
   *
   * @param refusal reason why the job can never run under the current conditions, if there is one
   */
  public List<String> advice(Optional<Reason> refusal) {
    var advice = new ArrayList<String>();
    refusal.ifPresent(why -> advice.add(why.text()));
    outlook.limit().ifPresent(why -> advice.add(why.text()));
    var within = outlook.best(Criterion.START);
    if (within.isPresent()) {
      advice.add(
          "a window within its limits is vacant now: from %s for %s"
              .formatted(time(within.get().start()), Money.format(within.get().costMilli())));
      return advice;
    }
    var nodes = ReasonText.count(spec.nodes(), "node");
    var cheapest = outlook.atAnyPrice(Criterion.COST);
    var later = outlook.whenever(Criterion.START);
    if (cheapest.isPresent()) {
      advice.add(
          "cheapest window of %s%s costs %s%s%s"
              .formatted(
                  nodes,
                  spec.deadline().map(at -> " before " + Answers.time(at)).orElse(""),
                  Money.format(cheapest.get().costMilli()),
                  limit(cheapest.get()),
                  from(later)));
    } else if (refusal.isEmpty()) {
      vacant(later, advice);
    }
    int most = outlook.mostNodes();
    if (most > 0) {
      advice.add("a window within its limits exists for %d of its %s".formatted(most, nodes));
    }
    return advice;
  }

  /**
   * Adds the reason why no window is vacant at any price: nodes sell no time, or their time is
   * already taken.
   */
  private void vacant(Optional<Window> later, List<String> advice) {
    var unsold = unsold();
    long able = able().count();
    long end = outlook.horizon().end();
    if (outlook.request().earliestStart() >= end) {
      if (outlook.limit().isEmpty()) {
        advice.add("its earliest start is not planned yet: cycles plan up to " + time(end));
      }
      return;
    }
    if (able - unsold.size() < spec.nodes()) {
      advice.add(
          "it asks for %s, but %d of the %d that meet its requirements sell time"
              .formatted(ReasonText.count(spec.nodes(), "node"), able - unsold.size(), able));
    } else {
      advice.add(
          "%s for it%s%s"
              .formatted(
                  spec.nodes() == 1
                      ? "no node is vacant"
                      : "no %d nodes are vacant together".formatted(spec.nodes()),
                  spec.deadline()
                      .map(at -> " before " + Answers.time(at))
                      .orElse(" up to " + time(end) + ", as far as is planned"),
                  from(later)));
    }
    advice.addAll(AcceptedSites.sentences(state, fleet, spec));
    advice.addAll(UnsoldNodes.sentences(unsold));
    advice.addAll(usedBySites());
  }

  /** Returns sentences about nodes that meet the requirements and are used by their sites now. */
  private List<String> usedBySites() {
    var able = able().map(node -> fleet.name(node.id())).toList();
    return SiteWords.sentences(state, able, outlook.request().earliestStart());
  }

  private Stream<Node> able() {
    return fleet.numbered().stream()
        .filter(spec.requirements()::metBy)
        .filter(node -> AcceptedSites.accepts(state, spec, fleet.name(node.id())));
  }

  /** Returns the nodes that meet the requirements and sell nothing. */
  private SortedMap<String, Reason> unsold() {
    var unsold = UnsoldNodes.of(state, fleet);
    var able = able().map(node -> fleet.name(node.id())).toList();
    unsold.keySet().retainAll(able);
    return unsold;
  }

  /**
   * Returns the reasons why a booked job starts no sooner, one sentence each.
   *
   * @param booked window of the job, which the outlook treats as vacant
   */
  public List<String> sooner(Window booked, boolean movable) {
    long start = booked.start();
    if (spec.notBefore().filter(from -> state.ticks().at(from) >= start).isPresent()) {
      return List.of("it may not start before " + time(start));
    } else if (start <= outlook.request().earliestStart()) {
      return List.of("no start is planned sooner: its machines are to be prepared");
    }
    var within = outlook.best(Criterion.START).filter(window -> window.start() < start);
    if (within.isPresent()) {
      return List.of(
          "a start at %s would cost %s, but the start at %s costs %s; %s"
              .formatted(
                  time(within.get().start()),
                  Money.format(within.get().costMilli()),
                  time(start),
                  Money.format(booked.costMilli()),
                  spec.criterion() == Criterion.START
                      ? movable
                          ? "it moves when time becomes free"
                          : "a job booked by this policy, or by an offer, does not move"
                      : "its criterion is " + spec.criterion().label()));
    }
    var any = outlook.atAnyPrice(Criterion.START).filter(window -> window.start() < start);
    if (any.isPresent()) {
      return List.of(
          "a start at %s would cost %s%s"
              .formatted(
                  time(any.get().start()), Money.format(any.get().costMilli()), limit(any.get())));
    }
    var sentences = new ArrayList<String>();
    sentences.add(taken(start));
    sentences.addAll(AcceptedSites.sentences(state, fleet, spec));
    sentences.addAll(UnsoldNodes.sentences(unsold()));
    sentences.addAll(usedBySites());
    return sentences;
  }

  /** Returns a text about the nodes that become vacant too late for an earlier start. */
  private String taken(long start) {
    var first = outlook.firstStarts();
    var from = new ArrayList<String>();
    able()
        .filter(node -> first.getOrDefault(node.id(), 0L) > outlook.request().earliestStart())
        .limit(MOST_NAMED)
        .forEach(
            node ->
                from.add(
                    "%s from %s on"
                        .formatted(
                            fleet.name(node.id()),
                            time(Objects.requireNonNull(first.get(node.id()))))));
    return "%s before %s%s"
        .formatted(
            spec.nodes() == 1
                ? "no node that meets its requirements is vacant for it"
                : "no %d nodes that meet its requirements are vacant together"
                    .formatted(spec.nodes()),
            time(start),
            from.isEmpty() ? "" : ": " + String.join(", ", from));
  }

  private String limit(Window window) {
    long payable = outlook.request().costLimitMilli();
    if (payable < spec.costLimitMilli() && payable < window.costMilli()) {
      return ", but the account has %s%s"
          .formatted(Money.format(payable), Grants.clause(state, spec.account()));
    } else if (isLimited()) {
      return ", but your limit is " + Money.format(spec.costLimitMilli());
    }
    return spec.priceLimitMilli() != WindowRequest.NO_LIMIT
        ? ", at more than %s per node and second".formatted(Money.format(spec.priceLimitMilli()))
        : "";
  }

  private String from(Optional<Window> later) {
    return later
        .map(
            window ->
                "; from %s it costs %s"
                    .formatted(time(window.start()), Money.format(window.costMilli())))
        .orElse("");
  }

  private String time(long tick) {
    return Answers.time(state.ticks().instant(tick));
  }
}
