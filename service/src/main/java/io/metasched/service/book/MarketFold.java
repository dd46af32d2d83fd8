package io.metasched.service.book;

import io.metasched.resource.model.Window;
import io.metasched.service.book.BookEvent.ClaimEnded;
import io.metasched.service.book.BookEvent.ClaimMade;
import io.metasched.service.book.BookEvent.JobLabelled;
import io.metasched.service.book.BookEvent.JobMovePlaced;
import io.metasched.service.book.BookEvent.JobMoveRefused;
import io.metasched.service.book.BookEvent.JobMoved;
import io.metasched.service.book.BookEvent.PolicySet;
import io.metasched.service.book.BookEvent.SalesStopped;
import io.metasched.service.book.BookEvent.SiteTermsChanged;
import io.metasched.service.book.BookEvent.SiteTimeChanged;
import io.metasched.service.book.JobRecord.Funds;
import io.metasched.service.book.LedgerEntry.Kind;
import io.metasched.service.run.Silence;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Application of events of the market to the state: policies of owners, moves, claims, and labels
 * of jobs.
 */
record MarketFold(BookFold fold) {
  /** Applies an event if it is an event of the market; returns whether it was applied. */
  boolean takes(BookEvent event) {
    var market = fold.state.market();
    if (event instanceof JobMoved moved) {
      move(moved);
    } else if (event instanceof JobMovePlaced placed) {
      place(placed);
    } else if (event instanceof JobMoveRefused refused) {
      keepWindow(refused);
    } else if (event instanceof JobLabelled labelled) {
      var job = fold.state.require(labelled.id());
      var spec = job.spec().withLabels(labelled.labels());
      fold.state = fold.state.with(job.withSpec(spec).withVersion(fold.seq));
    } else if (event instanceof ClaimMade made) {
      make(made);
    } else if (event instanceof ClaimEnded ended) {
      end(ended);
    } else if (event instanceof PolicySet set) {
      fold.state = fold.state.with(market.with(set.policy(), fold.at, fold.seq));
    } else if (event instanceof SalesStopped stopped) {
      fold.state = fold.state.with(market.withSilent(silent(stopped)));
    } else if (event instanceof SiteTimeChanged changed) {
      for (var node : changed.taken().entrySet()) {
        long now = fold.state.ticks().at(fold.at);
        market = market.withSiteTime(node.getKey(), node.getValue(), now);
      }
      fold.state = fold.state.with(market);
    } else if (event instanceof SiteTermsChanged changed) {
      for (var node : changed.terms().entrySet()) {
        market = market.withTerms(node.getKey(), node.getValue());
      }
      fold.state = fold.state.with(market);
    } else {
      return false;
    }
    return true;
  }

  /**
   * Returns the silent nodes. A node that was already silent for the same reason keeps the earlier
   * start of its silence.
   */
  private SortedMap<String, Silence> silent(SalesStopped stopped) {
    var silent = new TreeMap<String, Silence>();
    for (var node : stopped.nodes()) {
      var why =
          stopped
              .why()
              .flatMap(all -> Optional.ofNullable(all.get(node)))
              .orElseGet(() -> new Silence(Silence.Cause.NO_AGENT, fold.at));
      var before = Optional.ofNullable(fold.state.market().silent().get(node));
      silent.put(node, before.filter(was -> was.cause() == why.cause()).orElse(why));
    }
    return silent;
  }

  private void move(JobMoved moved) {
    var job = requireMovable(moved.id(), moved.window(), moved.nodes());
    long held = job.money().held();
    long more = moved.window().costMilli() - held;
    var account = job.spec().account();
    var money = job.money();
    if (more > 0) {
      money = money.hold(more, fold.hold(account, more, job.id()));
    } else if (more < 0) {
      var back = money.lapsing().minus(money.lapsing().first(held + more));
      fold.payBack(account, -more, back, job.id());
      money = money.payBack(-more, back);
    }
    var parts = PartRecord.all(moved.window(), moved.nodes());
    fold.state = fold.state.with(job.with(parts, true, fold.seq).withMoney(money));
  }

  private void place(JobMovePlaced placed) {
    var job = requireMovable(placed.id(), placed.window(), placed.nodes());
    if (job.isMoving()) {
      throw new IllegalStateException("job %s moves already".formatted(job.id()));
    }
    var parts = PartRecord.all(placed.window(), placed.nodes());
    fold.state = fold.state.with(job.withMove(parts).withVersion(fold.seq));
  }

  private JobRecord requireMovable(String id, Window to, List<String> nodes) {
    var job = fold.require(id, JobState.BOOKED);
    var old = job.window().orElseThrow();
    if (!job.movable()
        || to.start() >= old.start()
        || nodes.size() != job.parts().size()
        || to.parts().size() != nodes.size()) {
      throw new IllegalStateException(
          "job %s cannot move from %d to %d".formatted(id, old.start(), to.start()));
    }
    return job;
  }

  private void keepWindow(JobMoveRefused refused) {
    var job = fold.require(refused.id(), JobState.BOOKED);
    if (!job.isMoving()) {
      throw new IllegalStateException("job %s does not move".formatted(job.id()));
    }
    fold.state = fold.state.with(job.withMove(List.of()).withVersion(fold.seq));
  }

  private void make(ClaimMade made) {
    var market = fold.state.market();
    int parts = made.window().parts().size();
    boolean holds = made.terms().map(ClaimRecord.OfferTerms::holdsCost).orElse(true);
    long held = holds ? made.window().costMilli() : 0;
    boolean isPaid = held > 0 || made.feeMilli() > 0;
    if (market.claims().get(made.id()).isPresent()
        || made.number() < market.nextClaim()
        || made.nodes().size() != parts
        || made.feeMilli() < 0) {
      throw new IllegalStateException("claim %s cannot be made".formatted(made.id()));
    }
    if (isPaid || !made.account().isEmpty()) {
      fold.requireAccount(made.account());
    }
    var account = made.account();
    var lapsing = held > 0 ? fold.hold(account, held, made.id()) : LapsingMoney.NONE;
    for (var node : made.feeMilli() > 0 ? made.nodes() : List.<String>of()) {
      var owners = AccountRecord.ownersOf(BookFold.domainOf(node));
      fold.draw(account, made.feeMilli());
      fold.pay(account, owners, made.feeMilli(), Kind.FEE, made.id());
    }
    var record =
        new ClaimRecord(
            made.id(),
            made.number(),
            made.kind(),
            made.user(),
            account,
            made.name(),
            made.window(),
            made.nodes(),
            made.terms(),
            ClaimRecord.State.OPEN,
            new Funds(held, made.feeMilli() * parts, 0, lapsing),
            fold.at,
            Optional.empty(),
            fold.seq);
    fold.state = fold.state.with(market.with(record));
    var key = new BookState.KeyRecord(made.digest(), made.id());
    made.key().ifPresent(text -> fold.state = fold.state.withKey(keyName(made, text), key));
  }

  private static String keyName(ClaimMade made, String key) {
    var payer = Tally.payer(made.account(), made.user());
    return IdempotencyKeys.name(made.user(), payer, key);
  }

  private void end(ClaimEnded ended) {
    var claim =
        fold.state
            .market()
            .claims()
            .get(ended.id())
            .filter(ClaimRecord::takesTime)
            .orElseThrow(() -> new IllegalStateException("there is no open claim " + ended.id()));
    var charged = ended.chargedMilli();
    long held = claim.money().held();
    if (ended.state() == ClaimRecord.State.OPEN
        || charged.size() > claim.nodes().size()
        || (held == 0 && charged.stream().anyMatch(milli -> milli != 0))) {
      throw new IllegalStateException("claim %s cannot end in this way".formatted(claim.id()));
    }
    long sum = 0;
    for (int i = 0; i < charged.size(); i++) {
      long milli = charged.get(i);
      if (milli < 0 || milli > claim.window().parts().get(i).costMilli()) {
        throw new IllegalStateException(
            "part %d of claim %s does not cost %d".formatted(i, claim.id(), milli));
      }
      sum += milli;
      if (milli > 0) {
        fold.charge(claim.account(), claim.nodes().get(i), milli, claim.id());
      }
    }
    var money = claim.money().charge(sum);
    if (money.held() > 0) {
      fold.payBack(claim.account(), money.held(), money.lapsing(), claim.id());
    }
    var over = claim.with(ended.state(), money.payBackAll(), fold.at, fold.seq);
    fold.state = fold.state.with(fold.state.market().with(over));
  }
}
