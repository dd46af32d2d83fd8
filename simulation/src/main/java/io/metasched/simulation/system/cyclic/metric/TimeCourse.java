package io.metasched.simulation.system.cyclic.metric;

import io.metasched.resource.model.Ticks;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.PaymentRow;
import java.util.ArrayList;
import java.util.List;

/**
 * Time course of a run, in equal bins from 0 to its end; the last bin may be cut off by the end.
 *
 * @param binTicks length of a bin, in ticks
 * @param used share of all nodes' time, by bin, in which VO jobs actually ran
 * @param local share of all nodes' time, by bin, in which local jobs ran
 * @param incomeMilli charges minus refunds up to the end of each bin, in 1/1000 of money
 */
public record TimeCourse(
    long binTicks, List<Double> used, List<Double> local, List<Long> incomeMilli) {
  private static final int MOST_BINS = 120;

  public TimeCourse {
    used = List.copyOf(used);
    local = List.copyOf(local);
    incomeMilli = List.copyOf(incomeMilli);
  }

  /** Returns the time course of a run; without bins if the run ended at 0. */
  public static TimeCourse of(CyclicRun run) {
    long end = run.header().endTick();
    long binTicks = Math.max(1, Ticks.ceilDiv(end, MOST_BINS));
    var used = new SpanTally(end, binTicks);
    run.placements().forEach(part -> used.add(part.start(), part.realEnd()));
    var local = new SpanTally(end, binTicks);
    for (var row : run.local()) {
      if (row.start() >= 0) {
        local.add(row.start(), row.start() + row.lengthTicks());
      }
    }
    int nodes = run.nodes().size();
    return new TimeCourse(
        binTicks, used.shares(nodes), local.shares(nodes), income(run, end, binTicks));
  }

  private static List<Long> income(CyclicRun run, long end, long binTicks) {
    long[] paid = new long[(int) Ticks.ceilDiv(end, binTicks)];
    for (var payment : run.payments()) {
      if (payment.kind() != PaymentRow.Kind.DEPOSIT && paid.length > 0) {
        long milli = payment.milli();
        int bin = (int) Math.min(paid.length - 1, payment.tick() / binTicks);
        paid[bin] += payment.kind() == PaymentRow.Kind.CHARGE ? milli : -milli;
      }
    }
    var income = new ArrayList<Long>(paid.length);
    long sum = 0;
    for (long milli : paid) {
      sum += milli;
      income.add(sum);
    }
    return income;
  }

  /** Sum of the lengths of spans in each bin, over all nodes. */
  private static final class SpanTally {
    private final long end;
    private final long binTicks;
    private final long[] ticks;

    SpanTally(long end, long binTicks) {
      this.end = end;
      this.binTicks = binTicks;
      ticks = new long[(int) Ticks.ceilDiv(end, binTicks)];
    }

    /** Adds the part of a span up to the end of the run; the span must start at 0 or later. */
    void add(long start, long spanEnd) {
      long last = Math.min(end, spanEnd);
      long at = start;
      while (at < last) {
        int bin = (int) (at / binTicks);
        long next = Math.min(last, (bin + 1) * binTicks);
        ticks[bin] += next - at;
        at = next;
      }
    }

    List<Double> shares(int nodes) {
      var shares = new ArrayList<Double>(ticks.length);
      for (int bin = 0; bin < ticks.length; bin++) {
        long length = Math.min(end, (bin + 1) * binTicks) - bin * binTicks;
        shares.add(ticks[bin] / Math.max(1.0, (double) nodes * length));
      }
      return shares;
    }
  }
}
