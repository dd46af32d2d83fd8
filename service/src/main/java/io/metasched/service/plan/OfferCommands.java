package io.metasched.service.plan;

import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.ClaimRecord;
import io.metasched.service.book.JobRecord.Reason;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.Money;
import io.metasched.service.book.ReasonCode;
import io.metasched.service.plan.JobCommands.Outcome;
import io.metasched.service.plan.JobCommands.Result;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Commands on offers: hold an offer for a fee, and accept an offer for a job. */
public record OfferCommands(
    MarketCommands market, Fleet fleet, CycleSettings cycles, MarketSettings settings) {
  static final int NO_CYCLE = -1;
  static final String TAKEN = "is gone: its time was taken, or is not sold at its price";

  /**
   * Returns the latest instant at which a window can be accepted, which leaves time to prepare its
   * machines.
   */
  public Instant latestTaking(BookState state, Window window) {
    return state.ticks().instant(window.start()).minus(cycles.lead().dividedBy(2));
  }

  /** Returns a firm offer from the book. */
  public static Optional<WindowOffer> held(BookState state, String id) {
    return state
        .market()
        .claims()
        .get(id)
        .filter(claim -> claim.takesTime() && claim.terms().isPresent())
        .map(
            claim -> {
              var terms = claim.terms().get();
              return new WindowOffer(
                  id, terms.wanted(), claim.window(), claim.nodes(), true, terms.lapses());
            });
  }

  /** Submits a job that accepts an offer: the job is booked as offered or refused. */
  BookDecision<Result> take(
      BookState state,
      WindowOffer offer,
      JobSpec spec,
      BookEvent.JobSubmitted submitted,
      Instant now) {
    var window = fleet.window(offer.window(), offer.nodes());
    boolean isHeld = !offer.firm() || held(state, offer.id()).isPresent();
    if (!isHeld
        || window.isEmpty()
        || now.isAfter(offer.validUntil())
        || now.isAfter(latestTaking(state, window.get()))) {
      return BookDecision.none(
          gone(offer.id(), "was valid until " + ReasonText.time(offer.validUntil())));
    }
    var misfit = misfit(state, offer, spec, window.get());
    if (misfit.isPresent()) {
      return BookDecision.none(new Result(Outcome.IMPOSSIBLE, "", misfit.get()));
    }
    long held =
        state.market().claims().get(offer.id()).map(claim -> claim.money().held()).orElse(0L);
    long balance = state.account(spec.account()).orElseThrow().balanceMilli() + held;
    long cost = window.get().costMilli();
    if (cost > balance) {
      return BookDecision.none(JobAdmission.unpaid(state, spec.account(), "costs", cost, balance));
    } else if (!isThere(state, offer, spec, window.get(), now)) {
      return BookDecision.none(gone(offer.id(), TAKEN));
    }
    var loads = new AccountLoads(state, by -> !by.equals(offer.id()));
    var overLimit = loads.refusal(spec.account(), submitted.user(), window.get());
    if (overLimit.isPresent()) {
      return BookDecision.none(Quotas.exceeded(overLimit.get()));
    }
    var events = new ArrayList<BookEvent>();
    if (offer.firm()) {
      events.add(new BookEvent.ClaimEnded(offer.id(), ClaimRecord.State.TAKEN, List.of()));
    }
    events.add(submitted);
    long tick = state.ticks().at(now);
    events.add(
        SiteHoldings.booking(
            state, submitted.id(), NO_CYCLE, tick, window.get(), offer.nodes(), false));
    return new BookDecision<>(events, new Result(Outcome.DONE, submitted.id()));
  }

  /** Returns the refusal of an offer whose time is no longer held or vacant. */
  static Result gone(String offer, String why) {
    var reason = ReasonCode.OFFER_GONE.reason("the offer %s %s".formatted(offer, why));
    return new Result(Outcome.OFFER_GONE, offer, reason);
  }

  private static Optional<Reason> misfit(
      BookState state, WindowOffer offer, JobSpec spec, Window window) {
    if (!offer.wanted().equals(WindowOffer.wanted(spec))) {
      var text =
          "the offer %s was made for a job of another account, size, work or requirements"
              .formatted(offer.id());
      return Optional.of(ReasonCode.OFFER_OF_ANOTHER_JOB.reason(text));
    } else if (isWithin(state, spec, window)) {
      return Optional.empty();
    }
    var ticks = state.ticks();
    var text =
        "the offer %s, from %s to %s for %s, is not within the limits of the job"
            .formatted(
                offer.id(),
                ReasonText.time(ticks.instant(window.start())),
                ReasonText.time(ticks.instant(window.finish())),
                Money.format(window.costMilli()));
    return Optional.of(ReasonCode.OFFER_OVER_LIMITS.reason(text));
  }

  /** Returns whether a window is within the limits of a job. */
  static boolean isWithin(BookState state, JobSpec spec, Window window) {
    var ticks = state.ticks();
    return window.costMilli() <= spec.costLimitMilli()
        && window.parts().stream().allMatch(part -> part.priceMilli() <= spec.priceLimitMilli())
        && spec.notBefore().map(ticks::at).orElse(0L) <= window.start()
        && window.finish() <= spec.deadline().map(ticks::at).orElse(WindowRequest.NO_LIMIT);
  }

  /**
   * Returns whether a window is vacant, its sites are accepted by the job and, unless the offer is
   * firm, it is still for sale at its price.
   */
  private boolean isThere(
      BookState state, WindowOffer offer, JobSpec spec, Window window, Instant now) {
    var claim = offer.firm() ? offer.id() : "";
    long tick = state.ticks().at(now);
    var horizon = Span.of(tick, cycles.horizon().toMillis());
    if (offer.nodes().stream().anyMatch(node -> state.drain(node).isPresent())
        || AcceptedSites.refused(state, spec, offer.nodes()).isPresent()) {
      return false;
    }
    if (!Vacancy.of(state, fleet, horizon, by -> !by.equals(claim)).isFree(window)) {
      return false;
    }
    return offer.firm() || isSold(new OwnersPricing(state, fleet), window, tick);
  }

  /** Returns whether all windows of an offer are vacant, accepted, and for sale at their prices. */
  boolean areThere(BookState state, WorkflowOffer offer, Instant now) {
    long tick = state.ticks().at(now);
    var vacancy = Vacancy.of(state, fleet, Span.of(tick, cycles.horizon().toMillis()));
    var pricing = new OwnersPricing(state, fleet);
    for (int i = 0; i < offer.windows().size(); i++) {
      var nodes = offer.nodes().get(i);
      var window = fleet.window(offer.windows().get(i), nodes);
      boolean isThere =
          window.isPresent()
              && !now.isAfter(latestTaking(state, window.get()))
              && nodes.stream().noneMatch(node -> state.drain(node).isPresent())
              && AcceptedSites.refused(state, offer.tasks().get(i).spec(), nodes).isEmpty()
              && vacancy.isFree(window.get())
              && isSold(pricing, window.get(), tick);
      if (!isThere) {
        return false;
      }
      vacancy.take(window.get());
    }
    return true;
  }

  /** Returns the reason why the limits of its account forbid an offer, if there is one. */
  static Optional<Reason> overLimit(BookState state, WorkflowOffer offer, String user) {
    var loads = new AccountLoads(state);
    for (var window : offer.windows()) {
      var why = loads.refusal(offer.account(), user, window);
      if (why.isPresent()) {
        return why;
      }
      loads.take(offer.account(), user, window);
    }
    return Optional.empty();
  }

  private boolean isSold(OwnersPricing pricing, Window window, long tick) {
    return window.parts().stream()
        .allMatch(
            part ->
                pricing.sells(
                    fleet.numbered().get(part.node()), part.span(), part.priceMilli(), tick));
  }

  /** Holds an offer for a limited time, for a fee. The cost of the offer is held as well. */
  public BookDecision<Result> hold(
      BookState state, WindowOffer offer, JobSpec spec, String user, Instant now) {
    var window = fleet.window(offer.window(), offer.nodes());
    if (window.isEmpty() || !isThere(state, offer, spec, window.get(), now)) {
      return BookDecision.none(gone(offer.id(), TAKEN));
    }
    var account = spec.account();
    var overLimit = new AccountLoads(state).refusal(account, user, window.get());
    if (overLimit.isPresent()) {
      return BookDecision.none(Quotas.exceeded(overLimit.get()));
    }
    long open =
        state.market().openClaims().stream()
            .filter(each -> each.kind() == ClaimRecord.Kind.OFFER)
            .filter(each -> each.account().equals(account))
            .count();
    if (open >= settings.firmOffers()) {
      var text = "the account %s has %d firm offers, and may have %d";
      return BookDecision.none(
          Quotas.exceeded("firm-offers", text.formatted(account, open, settings.firmOffers())));
    }
    long fee = settings.firmFeeMilli() * offer.nodes().size();
    long needed = Math.addExact(fee, window.get().costMilli());
    long balance = state.account(account).orElseThrow().balanceMilli();
    if (needed > balance) {
      return BookDecision.none(
          JobAdmission.unpaid(state, account, "costs, with its fee,", needed, balance));
    }
    var terms = new ClaimRecord.OfferTerms(offer.wanted(), now.plus(settings.firmTime()), true);
    return market.claim(
        state,
        ClaimRecord.Kind.OFFER,
        user,
        spec.account(),
        spec.name(),
        new MarketCommands.Placed(window.get(), offer.nodes()),
        Optional.of(terms),
        Optional.empty(),
        "",
        now);
  }
}
