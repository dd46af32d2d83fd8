package io.metasched.service.http;

import akka.http.javadsl.model.HttpResponse;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.metascheduler.model.EnumLabel;
import io.metasched.service.actor.PlannerListener;
import io.metasched.service.api.Answers;
import io.metasched.service.api.LastDay;
import io.metasched.service.api.PricesOverTime;
import io.metasched.service.api.Problem;
import io.metasched.service.api.Timeline;
import io.metasched.service.book.BookState;
import io.metasched.service.book.ClaimRecord;
import io.metasched.service.book.FleetNode;
import io.metasched.service.book.JobState;
import io.metasched.service.book.Money;
import io.metasched.service.book.Role;
import io.metasched.service.book.TakenTime;
import io.metasched.service.plan.UnsoldNodes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Routes for the overview: counts, the last day, and a chart of the nodes. */
final class OverviewRoutes {
  private static final Duration FRESH = Duration.ofSeconds(1);
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofDays(31);
  private static final int MOST_BARS = 20_000;

  private final ApiContext context;
  private final Timeline timeline = new Timeline();
  private Made made; // guarded by this

  /** Answer that is reused while it is fresh. */
  private record Made(Instant at, LastDay day) {}

  OverviewRoutes(ApiContext context) {
    this.context = context;
    made = new Made(Instant.MIN, LastDay.of(BookState.EMPTY, Instant.EPOCH, context.fleet()));
  }

  List<Route> routes() {
    return List.of(
        Route.byClock("/v1/overview", this::overview),
        Route.prompt("GET", "/v1/usage", this::usage),
        Route.byClock("/v1/timeline", this::timeline),
        Route.byClock("/v1/prices", this::prices));
  }

  private HttpResponse overview(Call call) {
    var state = context.state();
    var now = context.now();
    var day = day(state, now);
    var json = JsonNodeFactory.instance.objectNode();
    json.put("time", Answers.time(now));
    json.set(
        "jobs",
        call.principal().role() == Role.OWNER
            ? hosted(call, state, now)
            : day.states(call::maySee));
    json.set("reasons", day.reasons(call::maySee));
    var unsold = json.putArray("unsold");
    UnsoldNodes.sentences(UnsoldNodes.of(state, context.fleet())).forEach(unsold::add);
    var givenBack = json.putObject("givenBack");
    context.metrics().givenBack().since(now, call::maySee).forEach(givenBack::put);
    for (var each : state.cycles().below(null)) {
      json.set("cycle", Answers.cycle(state, each.value()));
      break;
    }
    json.set("clock", clock(now));
    boolean mayEarn = mayEarn(call, Optional.empty());
    if (mayEarn) {
      json.put("earning", Money.format(day.earningMilli()));
    }
    day.hours(json, mayEarn, domain -> true);
    return HttpReplies.json(200, json);
  }

  /**
   * Returns the number of jobs in each state that use the nodes of an owner, or used them within
   * the last day.
   */
  private ObjectNode hosted(Call call, BookState state, Instant now) {
    var counts = new EnumMap<JobState, Integer>(JobState.class);
    var own = Optional.of(call.principal().nodes());
    var bars = timeline.bars(state, own, now.minus(Duration.ofDays(1)), Instant.MAX, MOST_BARS);
    bars.stream()
        .map(Timeline.Bar::job)
        .distinct()
        .forEach(job -> counts.merge(job.state(), 1, Integer::sum));
    var json = JsonNodeFactory.instance.objectNode();
    for (var each : JobState.values()) {
      json.put(each.label(), counts.getOrDefault(each, 0));
    }
    return json;
  }

  /** Returns the position of the scheduler within the cycle period. */
  private ObjectNode clock(Instant now) {
    var steps = context.metrics().steps();
    var period = context.cycles().period();
    long next = (now.toEpochMilli() / period.toMillis() + 1) * period.toMillis();
    var json = JsonNodeFactory.instance.objectNode();
    json.put("phase", steps.present().map(EnumLabel::of).orElse("idle"));
    json.put("period", period.toString());
    json.put("next", Answers.time(Instant.ofEpochMilli(next)));
    var taken = json.putArray("steps");
    for (var step : PlannerListener.Step.values()) {
      steps
          .took(step)
          .ifPresent(
              took ->
                  taken
                      .addObject()
                      .put("step", EnumLabel.of(step))
                      .put("last", took.last().toMillis())
                      .put("longest", took.longest().toMillis()));
    }
    return json;
  }

  /**
   * Returns the usage of a domain or of all domains. Income is shown only to owners of all nodes of
   * the domain.
   */
  private HttpResponse usage(Call call) {
    var domain = call.query("domain");
    domain
        .filter(name -> !context.fleet().domains().contains(name))
        .ifPresent(
            name -> {
              throw Problem.notFound("domain", name);
            });
    var who = call.principal();
    var day = day(context.state(), context.now());
    var json = JsonNodeFactory.instance.objectNode();
    day.hours(json, mayEarn(call, domain), name -> domain.filter(d -> !d.equals(name)).isEmpty());
    var account = call.query("account");
    if (account.isPresent()) { // readers of the account's jobs may see its users
      var name = account.get();
      boolean mayAsk = call.maySee(name) || MoneyRoutes.isIncomeOf(call, name, context.fleet());
      if (context.state().account(name).isEmpty() || !mayAsk) {
        throw Problem.notFound("account", name);
      }
      day.users(name).write(json, user -> true);
      return HttpReplies.json(200, json);
    }
    boolean seesAll = who.role() == Role.ADMIN || who.role() == Role.READER;
    day.users().write(json, user -> seesAll || user.equals(who.principal()));
    return HttpReplies.json(200, json);
  }

  private boolean mayEarn(Call call, Optional<String> domain) {
    return switch (call.principal().role()) {
      case ADMIN, READER -> true;
      case USER, COORDINATOR -> false;
      case OWNER ->
          context.fleet().nodes().stream()
              .filter(node -> domain.filter(name -> !name.equals(node.domain())).isEmpty())
              .allMatch(node -> call.principal().nodes().contains(node.name()));
    };
  }

  /** Returns the last day, computed once for concurrent requests. */
  private synchronized LastDay day(BookState state, Instant now) {
    var last = made;
    if (last.at().isAfter(now.minus(FRESH)) && !last.at().isAfter(now)) {
      return last.day();
    }
    var day = last.day().then(state, now);
    made = new Made(now, day);
    return day;
  }

  // --- timeline: past and future

  /** Requested time range; by default one hour before now to one hour after now. */
  record Range(Instant from, Instant to) {
    static Range of(Call call, Instant now) {
      var from = call.time("from").orElse(now.minus(Duration.ofHours(1)));
      var to = call.time("to").orElse(from.plus(Duration.ofHours(2)));
      var length = Duration.between(from, to);
      if (length.compareTo(SHORTEST) < 0 || length.compareTo(LONGEST) > 0) {
        throw Problem.invalid(
            "the parameter to", "1 second to 31 days after 'from'", to.toString());
      }
      return new Range(from, to);
    }
  }

  /** Returns the nodes that a call concerns: a single node, the nodes of a domain, or all nodes. */
  private List<FleetNode> nodes(Call call) {
    var name = call.query("node");
    var domain = call.query("domain");
    var nodes =
        context.fleet().nodes().stream()
            .filter(node -> name.filter(n -> !n.equals(node.name())).isEmpty())
            .filter(node -> domain.filter(d -> !d.equals(node.domain())).isEmpty())
            .toList();
    if (nodes.isEmpty()) {
      throw name.map(n -> Problem.notFound("node", n))
          .orElseGet(() -> Problem.notFound("domain", domain.orElse("")));
    }
    return nodes;
  }

  private HttpResponse prices(Call call) {
    var now = context.now();
    var range = Range.of(call, now);
    var nodes = nodes(call);
    var json = JsonNodeFactory.instance.objectNode();
    var state = context.state();
    PricesOverTime.write(json, state, nodes, range.from(), range.to(), now);
    return HttpReplies.json(200, json);
  }

  /**
   * Returns the node names of a timeline. Empty if the call names no node and no domain, because
   * the timeline then includes removed nodes.
   */
  private Optional<Set<String>> wanted(Call call) {
    boolean isAll = call.query("node").isEmpty() && call.query("domain").isEmpty();
    return isAll
        ? Optional.empty()
        : Optional.of(nodes(call).stream().map(FleetNode::name).collect(Collectors.toSet()));
  }

  private HttpResponse timeline(Call call) {
    var range = Range.of(call, context.now());
    var wanted = wanted(call);
    var state = context.state();
    var json = JsonNodeFactory.instance.objectNode();
    json.put("from", Answers.time(range.from())).put("to", Answers.time(range.to()));
    var items = json.putArray("items");
    var bars = timeline.bars(state, wanted, range.from(), range.to(), MOST_BARS + 1);
    bars.stream().limit(MOST_BARS).forEach(bar -> bar(call, bar, items));
    boolean isCut = bars.size() > MOST_BARS;
    for (var claim : state.market().openClaims()) {
      isCut = isCut || !claimBars(call, state, claim, wanted, range, items);
    }
    for (var node : nodes(call)) {
      isCut = isCut || !siteBars(state, node.name(), range, items);
    }
    json.put("cut", isCut);
    return HttpReplies.json(200, json);
  }

  /**
   * Adds bars of the time that the site of a node uses, or has used, for itself.
   *
   * @return false if the limit on bars was reached
   */
  private static boolean siteBars(BookState state, String node, Range range, ArrayNode items) {
    var all = new ArrayList<>(state.market().pastSiteTime(node));
    all.addAll(state.market().siteTime(node));
    for (var each : all) {
      var start = state.ticks().instant(each.span().start());
      var end = each.hasEnd() ? state.ticks().instant(each.span().end()) : range.to();
      if (end.isAfter(range.from()) && start.isBefore(range.to())) {
        if (items.size() == MOST_BARS) {
          return false;
        }
        items
            .addObject()
            .put("node", node)
            .put("start", Answers.time(start))
            .put("end", Answers.time(end))
            .put("state", TakenTime.SITE)
            .put("name", each.reason().label());
      }
    }
    return true;
  }

  private static void bar(Call call, Timeline.Bar bar, ArrayNode items) {
    var job = bar.job();
    var item = items.addObject();
    item.put("node", bar.node());
    item.put("start", Answers.time(bar.start())).put("end", Answers.time(bar.end()));
    item.put("state", job.state().label());
    boolean isOwn = !call.principal().owned(List.of(bar.node())).isEmpty();
    if (isOwn || call.maySee(job.spec().account())) {
      item.put("job", job.id()).put("name", job.spec().name());
    }
  }

  /**
   * Adds bars of claims without jobs.
   *
   * @return false if the limit on bars was reached
   */
  static boolean claimBars(
      Call call,
      BookState state,
      ClaimRecord claim,
      Optional<Set<String>> wanted,
      Range range,
      ArrayNode items) {
    boolean isShown = claim.kind() == ClaimRecord.Kind.MAINTENANCE || call.maySee(claim.account());
    for (int i = 0; i < claim.nodes().size(); i++) {
      var span = claim.window().parts().get(i).span();
      var start = state.ticks().instant(span.start());
      var end = state.ticks().instant(span.end());
      boolean isWithin = end.isAfter(range.from()) && start.isBefore(range.to());
      var node = claim.nodes().get(i);
      if (isWithin && wanted.filter(names -> !names.contains(node)).isEmpty()) {
        if (items.size() == MOST_BARS) {
          return false;
        }
        var item = items.addObject();
        item.put("node", node);
        item.put("start", Answers.time(start)).put("end", Answers.time(end));
        item.put("state", claim.kind().label());
        if (isShown || !call.principal().owned(List.of(node)).isEmpty()) {
          item.put("claim", claim.id()).put("name", claim.name());
        }
      }
    }
    return true;
  }
}
