package io.metasched.service.actor;

import io.metasched.resource.model.Window;
import io.metasched.service.book.AccountRecord;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobState;
import io.metasched.service.store.BookKeeper;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reference state without indices and checks, for comparison with the real state. */
final class NaiveBook {
  private record Booking(Window window, List<String> nodes) {
    @Override
    public String toString() {
      return window.start() + ".." + window.finish() + " " + nodes;
    }
  }

  private record Claim(String account, Booking booking) {}

  private final Map<String, String> accounts = new HashMap<>();
  private final Map<String, Booking> jobs = new HashMap<>();
  private final Map<String, Claim> claims = new HashMap<>();
  private final Map<String, Long> prices = new HashMap<>();
  private final Map<String, Long> worth = new HashMap<>();
  private final TreeSet<String> drained = new TreeSet<>();
  private final TreeSet<String> ended = new TreeSet<>();

  private void take(BookEvent event) {
    if (event instanceof BookEvent.Deposited e) {
      pay(AccountRecord.BANK, e.account(), e.milli());
    } else if (event instanceof BookEvent.JobSubmitted e) {
      accounts.put(e.id(), e.spec().account());
    } else if (event instanceof BookEvent.ArraySubmitted e) {
      e.elements().forEach(this::take);
    } else if (event instanceof BookEvent.JobBooked e) {
      jobs.put(e.id(), new Booking(e.window(), e.nodes()));
    } else if (event instanceof BookEvent.JobMoved e) {
      jobs.put(e.id(), new Booking(e.window(), e.nodes()));
    } else if (event instanceof BookEvent.JobRequeued e) {
      jobs.remove(e.id());
    } else if (event instanceof BookEvent.JobRefused e) {
      ended.add(e.id());
    } else if (event instanceof BookEvent.JobEnded e) {
      var booking = jobs.remove(e.id());
      for (int i = 0; i < e.chargedMilli().size(); i++) {
        pay(accounts.get(e.id()), owners(booking, i), e.chargedMilli().get(i));
      }
      ended.add(e.id());
    } else if (event instanceof BookEvent.ClaimMade e) {
      var booking = new Booking(e.window(), e.nodes());
      claims.put(e.id(), new Claim(e.account(), booking));
      for (int i = 0; e.feeMilli() > 0 && i < e.nodes().size(); i++) {
        pay(e.account(), owners(booking, i), e.feeMilli());
      }
    } else if (event instanceof BookEvent.ClaimEnded e) {
      var claim = claims.remove(e.id());
      for (int i = 0; i < e.chargedMilli().size(); i++) {
        pay(claim.account(), owners(claim.booking(), i), e.chargedMilli().get(i));
      }
    } else if (event instanceof BookEvent.NodeDrained e) {
      drained.add(e.node());
    } else if (event instanceof BookEvent.NodeResumed e) {
      drained.remove(e.node());
    } else if (event instanceof BookEvent.PolicySet e) {
      prices.put(e.policy().node(), e.policy().priceMilli());
    }
  }

  private static String owners(Booking booking, int part) {
    var node = booking.nodes().get(part);
    return AccountRecord.ownersOf(node.substring(0, node.lastIndexOf('-')));
  }

  private void pay(String from, String to, long milli) {
    if (milli != 0) {
      worth.merge(from, -milli, Long::sum);
      worth.merge(to, milli, Long::sum);
    }
  }

  /** Returns the state after the keeper's events up to number {@code last}, inclusive. */
  static NaiveBook of(BookKeeper keeper, long last) {
    var book = new NaiveBook();
    for (long seq = keeper.stored().beginning().seq(); seq < last; ) {
      for (var each : keeper.events(seq, (int) Math.min(1000, last - seq))) {
        book.take(each.event());
        seq = each.seq();
      }
    }
    return book;
  }

  /** Returns one line for each fact of this state that the real state has as well. */
  Map<String, String> facts() {
    var facts = new TreeMap<String, String>();
    jobs.forEach((id, booking) -> facts.put("job " + id, booking.toString()));
    ended.forEach(id -> facts.put("job " + id, "over"));
    claims.forEach((id, claim) -> facts.put("claim " + id, claim.booking().toString()));
    drained.forEach(node -> facts.put("drained " + node, ""));
    prices.forEach((node, price) -> facts.put("price " + node, price.toString()));
    worth.forEach((account, milli) -> facts.put("worth " + account, milli.toString()));
    facts.values().removeIf("0"::equals);
    return facts;
  }

  /** Returns the corresponding facts of the real state. */
  static Map<String, String> factsOf(BookState state) {
    var facts = new TreeMap<String, String>();
    for (var job : state.jobs().values()) {
      if (job.state().isFinal()) {
        facts.put("job " + job.id(), "over");
      } else if (job.state() != JobState.WAITING) {
        facts.put("job " + job.id(), booking(job).toString());
      }
    }
    for (var claim : state.market().claims().values()) {
      if (claim.takesTime()) {
        facts.put("claim " + claim.id(), new Booking(claim.window(), claim.nodes()).toString());
      }
    }
    state.drains().entries().forEach(each -> facts.put("drained " + each.key(), ""));
    for (var policy : state.market().policies().values()) {
      facts.put("price " + policy.node(), Long.toString(policy.priceMilli()));
    }
    for (var account : state.accounts().values()) {
      long worth = account.balanceMilli() + account.heldMilli();
      facts.put("worth " + account.id(), Long.toString(worth));
    }
    facts.values().removeIf("0"::equals);
    return facts;
  }

  private static Booking booking(JobRecord job) {
    return new Booking(job.window().orElseThrow(), job.nodes());
  }
}
