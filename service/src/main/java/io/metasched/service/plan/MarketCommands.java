package io.metasched.service.plan;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.resource.search.SearchFamily;
import io.metasched.resource.slots.SlotTable;
import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.ClaimRecord;
import io.metasched.service.book.JobIds;
import io.metasched.service.book.JobRecord.Reason;
import io.metasched.service.book.Money;
import io.metasched.service.book.NodePolicy;
import io.metasched.service.book.ReasonCode;
import io.metasched.service.book.Tally;
import io.metasched.service.plan.JobCommands.Outcome;
import io.metasched.service.plan.JobCommands.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Commands on node time outside the cycles: reservations, local jobs, sale policies of owners, and
 * offers, which are in {@link OfferCommands}. The decisions follow from the book alone, including
 * vacancy.
 */
public final class MarketCommands {
  private final Fleet fleet;
  private final CycleSettings cycles;
  private final MarketSettings settings;
  private final Quotas quotas;
  private final OfferCommands offers;

  /** Creates the commands for the nodes of a fleet. */
  public MarketCommands(Fleet fleet, CycleSettings cycles, MarketSettings settings, Quotas quotas) {
    this.quotas = quotas;
    this.fleet = fleet;
    this.cycles = cycles;
    this.settings = settings;
    offers = new OfferCommands(this, fleet, cycles, settings);
  }

  public MarketSettings settings() {
    return settings;
  }

  public Quotas quotas() {
    return quotas;
  }

  public OfferCommands offers() {
    return offers;
  }

  /** Window with the names of its nodes. */
  record Placed(Window window, List<String> nodes) {}

  /** Takes time for a claim, unless its payer has too many claims. */
  BookDecision<Result> claim(
      BookState state,
      ClaimRecord.Kind kind,
      String user,
      String account,
      String name,
      Placed placed,
      Optional<ClaimRecord.OfferTerms> terms,
      Optional<String> key,
      String digest,
      Instant now) {
    var overQuota = quotas.refusal(state, Tally.payer(account, user));
    if (overQuota.isPresent()) {
      return BookDecision.none(overQuota.get());
    }
    var ofSite = placed.nodes().stream().filter(state.market()::confirms).findFirst();
    if (ofSite.isPresent()) {
      var text = "the site of %s accepts jobs only".formatted(ofSite.get());
      return BookDecision.none(
          new Result(Outcome.IMPOSSIBLE, "", ReasonCode.SITE_NODE.reason(text)));
    }
    long number = state.market().nextClaim();
    var id = kind.prefix() + JobIds.of(now, number);
    long fee = kind == ClaimRecord.Kind.OFFER ? settings.firmFeeMilli() : 0;
    var made =
        new BookEvent.ClaimMade(
            id,
            number,
            kind,
            user,
            account,
            name,
            placed.window(),
            placed.nodes(),
            terms,
            fee,
            key,
            digest);
    return BookDecision.of(made, new Result(Outcome.DONE, id));
  }

  /** Reserves the cheapest vacant nodes at a fixed time. */
  public BookDecision<Result> reserve(
      BookState state,
      ReservationSpec spec,
      String user,
      Optional<String> key,
      String digest,
      Instant now) {
    var repeated = JobCommands.repeated(state, user, keysOf(spec, user), key, digest);
    if (repeated.isPresent()) {
      return repeated.get();
    }
    var account = state.payer(spec.account());
    if (!spec.maintenance() && account.isEmpty()) {
      return JobCommands.none(Outcome.NO_ACCOUNT, spec.account());
    }
    for (var name : spec.named()) {
      if (fleet.number(name).isEmpty()) {
        return JobCommands.none(Outcome.NO_NODE, name);
      }
    }
    long start = state.ticks().at(spec.start());
    var outside = outside(spec, now);
    if (outside.isPresent()) {
      return BookDecision.none(new Result(Outcome.IMPOSSIBLE, "", outside.get()));
    }
    var span = Span.of(start, spec.duration().toMillis());
    var placed = spec.maintenance() ? own(state, spec, span) : cheapest(state, spec, span, now);
    long limit = spec.costLimitMilli();
    if (placed.isEmpty()) {
      return BookDecision.none(taken(takers(state, spec.named(), span)));
    }
    long cost = placed.get().window().costMilli();
    if (cost > limit) {
      var text =
          "it needs at least %s, but its budget is %s"
              .formatted(Money.format(cost), Money.format(limit));
      return BookDecision.none(
          new Result(Outcome.IMPOSSIBLE, "", ReasonCode.BELOW_ANY_PRICE.reason(text)));
    } else if (account.isPresent() && cost > account.get().balanceMilli()) {
      return BookDecision.none(
          JobAdmission.unpaid(state, spec.account(), "costs", cost, account.get().balanceMilli()));
    }
    var overLimit =
        spec.maintenance()
            ? Optional.<Reason>empty()
            : new AccountLoads(state).refusal(spec.account(), user, 0, placed.get().window());
    if (overLimit.isPresent()) {
      return BookDecision.none(Quotas.exceeded(overLimit.get()));
    }
    var kind = spec.maintenance() ? ClaimRecord.Kind.MAINTENANCE : ClaimRecord.Kind.RESERVATION;
    return claim(
        state,
        kind,
        user,
        spec.account(),
        spec.name(),
        placed.get(),
        Optional.empty(),
        key,
        digest,
        now);
  }

  /** Returns the refusal of time that is taken. */
  private static Result taken(String text) {
    return new Result(Outcome.TIME_TAKEN, "", ReasonCode.TIME_TAKEN.reason(text));
  }

  /** Returns the reason why a time cannot be reserved, if there is one. */
  private Optional<Reason> outside(ReservationSpec spec, Instant now) {
    var end = spec.start().plus(spec.duration());
    if (spec.start().isBefore(now)) {
      long ago = Duration.between(spec.start(), now).toMillis();
      var text = "its start, %s, passed %s ago";
      return Optional.of(
          ReasonCode.START_PASSED.reason(
              text.formatted(ReasonText.time(spec.start()), ReasonText.length(ago))));
    } else if (end.isAfter(now.plus(cycles.horizon()))) {
      var text =
          ReasonText.lengths(
              "it ends in %s, but only %s are planned ahead",
              Duration.between(now, end).toMillis(), cycles.horizon().toMillis());
      return Optional.of(ReasonCode.BEYOND_HORIZON.reason(text));
    }
    return Optional.empty();
  }

  private static String keysOf(ReservationSpec spec, String user) {
    return spec.maintenance() ? BookState.ownerKeys(user) : spec.account();
  }

  private Optional<Placed> own(BookState state, ReservationSpec spec, Span span) {
    var parts = new ArrayList<Part>();
    for (var name : spec.named()) {
      parts.add(new Part(fleet.number(name).orElseThrow(), span, 0, 0, 0));
    }
    var window = new Window(parts);
    return Vacancy.of(state, fleet, span).isFree(window)
        ? Optional.of(new Placed(window, fleet.names(window)))
        : Optional.empty();
  }

  private Optional<Placed> cheapest(BookState state, ReservationSpec spec, Span span, Instant now) {
    var pricing = new OwnersPricing(state, fleet);
    var table = Vacancy.of(state, fleet, span).table(pricing, span, state.ticks().at(now));
    var slots = new ArrayList<>(table.slots());
    slots.removeIf(slot -> !isReservable(state, spec, fleet.name(slot.node().id())));
    table = new SlotTable(slots);
    var request =
        new WindowRequest(
            spec.nodes(),
            Work.duration(span.lengthTicks()),
            1,
            spec.requirements(),
            WindowRequest.NO_LIMIT,
            WindowRequest.NO_LIMIT,
            span.start(),
            span.end());
    return SearchFamily.exact(cycles.searchSteps())
        .find(table, request, Criterion.COST)
        .window()
        .map(window -> new Placed(window, fleet.names(window)));
  }

  /** Returns whether a node is among the named ones, if any are named, and can be reserved. */
  private static boolean isReservable(BookState state, ReservationSpec spec, String node) {
    boolean isNamed = spec.named().contains(node);
    return isNamed || (spec.named().isEmpty() && !state.market().confirms(node));
  }

  /** Returns a short text about the job that takes time of a span on these nodes. */
  private static String takers(BookState state, List<String> nodes, Span span) {
    for (var node : nodes) {
      for (var each : state.open().taken().of(node, span.end())) {
        if (each.span().overlaps(span) && state.job(each.by()).isPresent()) {
          return "job %s has %s at that time".formatted(each.by(), node);
        }
      }
    }
    return "too few nodes are vacant and for sale at that time";
  }

  /** Places a job of a node's local users at the earliest vacant time. */
  public BookDecision<Result> localJob(
      BookState state,
      String node,
      String name,
      String user,
      Instant from,
      long millis,
      Instant now) {
    var number = fleet.number(node);
    if (number.isEmpty()) {
      return JobCommands.none(Outcome.NO_NODE, node);
    }
    var horizon = Span.of(state.ticks().at(now), cycles.horizon().toMillis());
    long earliest = Math.max(horizon.start(), state.ticks().at(from));
    OptionalLong start =
        Vacancy.of(state, fleet, horizon).earliest(number.getAsInt(), earliest, millis);
    if (start.isEmpty()) {
      var text = "%s has no vacant time of %s before %s";
      return BookDecision.none(
          taken(
              text.formatted(
                  node,
                  ReasonText.length(millis),
                  ReasonText.time(state.ticks().instant(horizon.end())))));
    }
    var part = new Part(number.getAsInt(), Span.of(start.getAsLong(), millis), 0, 0, 0);
    return claim(
        state,
        ClaimRecord.Kind.LOCAL,
        user,
        "",
        name,
        new Placed(new Window(List.of(part)), List.of(node)),
        Optional.empty(),
        Optional.empty(),
        "",
        now);
  }

  /** Releases a claim; the used time of a reservation that has begun is charged. */
  public static BookDecision<Result> release(BookState state, String id, Instant now) {
    var claim = state.market().claims().get(id);
    if (claim.isEmpty()) {
      return JobCommands.none(Outcome.NO_CLAIM, id);
    } else if (!claim.get().takesTime()) {
      return JobCommands.none(Outcome.IS_OVER, id);
    }
    var charged = charged(claim.get(), state.ticks().at(now));
    return BookDecision.of(
        new BookEvent.ClaimEnded(id, ClaimRecord.State.RELEASED, charged),
        new Result(Outcome.DONE, id));
  }

  private static List<Long> charged(ClaimRecord claim, long tick) {
    if (claim.money().held() == 0 || claim.kind() == ClaimRecord.Kind.OFFER) {
      return List.of(); // not used
    }
    var charged = new ArrayList<Long>();
    for (var part : claim.window().parts()) {
      long end = Math.min(tick, part.span().end());
      long used = Math.max(0, end - part.span().start());
      charged.add(Math.min(part.costMilli(), Ticks.costMilli(part.priceMilli(), used)));
    }
    return charged;
  }

  /**
   * Returns the ends of claims whose time has passed, and of firm offers that were not accepted in
   * time.
   */
  public static List<BookEvent> due(BookState state, Instant now) {
    long tick = state.ticks().at(now);
    var events = new ArrayList<BookEvent>();
    for (var claim : state.market().openClaims()) {
      boolean lapses = claim.terms().filter(terms -> !terms.lapses().isAfter(now)).isPresent();
      if (lapses) {
        events.add(new BookEvent.ClaimEnded(claim.id(), ClaimRecord.State.LAPSED, List.of()));
      } else if (claim.window().finish() <= tick) {
        var charged = charged(claim, tick);
        events.add(new BookEvent.ClaimEnded(claim.id(), ClaimRecord.State.OVER, charged));
      }
    }
    return events;
  }

  /** Returns the sale policy of a node, or the default if its owner has set none. */
  public NodePolicy policy(BookState state, int node) {
    var own = fleet.nodes().get(node);
    return state
        .market()
        .policies()
        .get(own.name())
        .orElseGet(() -> NodePolicy.simple(own.name(), own.priceMilli()));
  }
}
