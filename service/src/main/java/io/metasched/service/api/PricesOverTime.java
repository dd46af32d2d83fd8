package io.metasched.service.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.book.BookState;
import io.metasched.service.book.ClaimRecord;
import io.metasched.service.book.FleetNode;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.Money;
import io.metasched.service.book.NodePolicy;
import io.metasched.service.book.PartRecord;
import io.metasched.service.book.PolicyChange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Asked and sold prices per second of a set of nodes over time. The time is divided into a fixed
 * number of equal pieces, so that the answer for a week is as long as the answer for an hour. Asked
 * prices follow the owners' policies at the end of a piece. From the present on, drained nodes have
 * no asked price; past drains are unknown. Cost: linear in the jobs of the book and the nodes.
 */
public final class PricesOverTime {
  /** Number of pieces. */
  public static final int PIECES = 96;

  private final BookState state;
  private final List<FleetNode> nodes;
  private final Instant now;
  private final long from; // in milliseconds, as is the next field
  private final long to;
  private final long[] asking = new long[PIECES]; // number of nodes
  private final long[] askedMilli = new long[PIECES]; // sum of the prices of these nodes
  private final long[] leastMilli = new long[PIECES];
  private final long[] mostMilli = new long[PIECES];
  private final double[] soldMillis = new double[PIECES]; // sold time
  private final double[] soldMilli = new double[PIECES]; // sum of price times time

  private PricesOverTime(
      BookState state, List<FleetNode> nodes, Instant from, Instant to, Instant now) {
    this.state = state;
    this.nodes = nodes;
    this.now = now;
    this.from = from.toEpochMilli();
    this.to = to.toEpochMilli();
  }

  /**
   * Writes the pieces.
   *
   * @param to at least one second after {@code from}
   */
  public static void write(
      ObjectNode into,
      BookState state,
      List<FleetNode> nodes,
      Instant from,
      Instant to,
      Instant now) {
    if (Duration.between(from, to).compareTo(Duration.ofSeconds(1)) < 0) {
      throw new IllegalArgumentException("from %s to %s is not a span of time".formatted(from, to));
    }
    var prices = new PricesOverTime(state, nodes, from, to, now);
    nodes.forEach(prices::ask);
    prices.sell();
    prices.write(into);
  }

  private long begin(int piece) {
    return from + (to - from) * piece / PIECES;
  }

  // --- asked prices

  private void ask(FleetNode node) {
    var changes = state.market().changesOf(node.name());
    for (int piece = 0; piece < PIECES; piece++) {
      var at = Instant.ofEpochMilli(begin(piece + 1) - 1);
      var policy = at.isBefore(now) ? past(node, changes, at) : present(node);
      if (policy.filter(each -> each.isForSaleAt(at)).isPresent()) {
        long price = policy.get().priceAt(at);
        boolean isFirst = asking[piece] == 0;
        leastMilli[piece] = isFirst ? price : Math.min(leastMilli[piece], price);
        mostMilli[piece] = isFirst ? price : Math.max(mostMilli[piece], price);
        askedMilli[piece] += price;
        asking[piece]++;
      }
    }
  }

  private Optional<NodePolicy> present(FleetNode node) {
    return state.drain(node.name()).isPresent() ? Optional.empty() : Optional.of(held(node));
  }

  private NodePolicy held(FleetNode node) {
    return state.market().policies().get(node.name()).orElseGet(() -> listed(node));
  }

  private static NodePolicy listed(FleetNode node) {
    return NodePolicy.simple(node.name(), node.priceMilli());
  }

  /** Returns the policy at a past time; empty if this policy is no longer known. */
  private Optional<NodePolicy> past(FleetNode node, List<PolicyChange> changes, Instant at) {
    if (at.isBefore(state.origin())) {
      return Optional.empty();
    } else if (changes.isEmpty()) {
      return Optional.of(held(node));
    }
    for (int i = changes.size() - 1; i >= 0; i--) {
      if (!changes.get(i).since().isAfter(at)) {
        return Optional.of(changes.get(i).policy());
      }
    }
    return changes.get(0).isFirst() ? Optional.of(listed(node)) : Optional.empty();
  }

  // --- sold prices

  private void sell() {
    var names = new TreeSet<String>();
    nodes.forEach(node -> names.add(node.name()));
    for (var each : state.jobs().entries()) {
      for (var part : each.value().parts()) {
        if (names.contains(part.node())) {
          sell(each.value(), part);
        }
      }
    }
    for (var each : state.market().claims().entries()) {
      var claim = each.value();
      boolean isSold =
          claim.kind() == ClaimRecord.Kind.RESERVATION
              && claim.state() != ClaimRecord.State.RELEASED;
      for (int i = 0; isSold && i < claim.nodes().size(); i++) {
        var part = claim.window().parts().get(i);
        if (names.contains(claim.nodes().get(i))) {
          var begin = state.ticks().instant(part.span().start());
          sell(begin, state.ticks().instant(part.span().end()), part.priceMilli());
        }
      }
    }
  }

  /** Adds the past or future time of a part. */
  private void sell(JobRecord job, PartRecord part) {
    boolean isNeverStarted = part.started().isEmpty() && job.state().isFinal();
    if (!isNeverStarted) {
      var span = part.booked().span();
      sell(
          part.started().orElseGet(() -> state.ticks().instant(span.start())),
          part.ended().orElseGet(() -> state.ticks().instant(span.end())),
          part.booked().priceMilli());
    }
  }

  private void sell(Instant begin, Instant end, long priceMilli) {
    long first = Math.max(from, begin.toEpochMilli());
    long last = Math.min(to, end.toEpochMilli());
    if (first >= last) {
      return;
    }
    int piece = (int) ((first - from) * PIECES / (to - from));
    for (; piece < PIECES && begin(piece) < last; piece++) {
      long shared = Math.min(last, begin(piece + 1)) - Math.max(first, begin(piece));
      soldMillis[piece] += Math.max(0, shared);
      soldMilli[piece] += Math.max(0, shared) * (double) priceMilli;
    }
  }

  // --- answer

  private void write(ObjectNode into) {
    var items = into.putArray("items");
    for (int piece = 0; piece < PIECES; piece++) {
      var item = items.addObject();
      item.put("from", Answers.time(Instant.ofEpochMilli(begin(piece))));
      item.put("to", Answers.time(Instant.ofEpochMilli(begin(piece + 1))));
      if (asking[piece] > 0) {
        long mean = Math.round((double) askedMilli[piece] / asking[piece]);
        item.put("asked", Money.format(mean));
        item.put("least", Money.format(leastMilli[piece]));
        item.put("most", Money.format(mostMilli[piece]));
      }
      double whole = (double) (begin(piece + 1) - begin(piece)) * nodes.size();
      item.put("share", whole > 0 ? soldMillis[piece] / whole : 0);
      if (soldMillis[piece] > 0) {
        item.put("sold", Money.format(Math.round(soldMilli[piece] / soldMillis[piece])));
      }
    }
  }
}
