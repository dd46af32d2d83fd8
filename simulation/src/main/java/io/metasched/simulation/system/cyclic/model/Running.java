package io.metasched.simulation.system.cyclic.model;

import io.metasched.metascheduler.cyclic.flow.FlowEvent.Refund;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.Window;
import io.metasched.simulation.workload.RealLength;
import java.util.ArrayList;
import java.util.List;

/**
 * Booking with the real ends of its parts.
 *
 * @param booking number of the booking in the run: events of an older booking are ignored
 * @param window reserved window
 * @param realEnds real end of each part, in the order of the parts; at most its reserved end
 * @param stopped whether a part is stopped at its reserved end before it is finished
 */
record Running(long booking, Window window, List<Long> realEnds, boolean stopped) {

  static Running of(
      long booking, Window window, RealLength real, List<Node> nodes, long granularityTicks) {
    boolean stopped = false;
    var ends = new Long[window.parts().size()];
    for (int i = 0; i < ends.length; i++) {
      var part = window.parts().get(i);
      long reserved = part.span().lengthTicks();
      int performance = nodes.get(part.node()).performance();
      long length = real.ticks(reserved, performance, granularityTicks);
      stopped |= length > reserved;
      ends[i] = part.span().start() + Math.min(reserved, length);
    }
    return new Running(booking, window, List.of(ends), stopped);
  }

  long realEnd() {
    return realEnds.stream().mapToLong(end -> end).max().orElseThrow();
  }

  /** Returns the number of ticks that the i-th part does not use. */
  long unusedTicks(int i) {
    return part(i).span().end() - realEnds.get(i);
  }

  /**
   * Returns whether the i-th part is the last one, in the order of the parts, with the latest end.
   */
  boolean isLastToEnd(int i) {
    return realEnds.get(i) == realEnd() && realEnds.lastIndexOf(realEnds.get(i)) == i;
  }

  /**
   * Returns the refunds at the end of the job: the price of the unused time, or none if {@code
   * unused} is false.
   */
  List<Refund> refunds(boolean unused) {
    var refunds = new ArrayList<Refund>();
    for (int i = 0; unused && i < realEnds.size(); i++) {
      var part = part(i);
      long used = realEnds.get(i) - part.span().start();
      long left = part.costMilli() - Ticks.costMilli(part.priceMilli(), used);
      if (left > 0) {
        refunds.add(new Refund(part.node(), left));
      }
    }
    return refunds;
  }

  Part part(int i) {
    return window.parts().get(i);
  }

  /** Returns a copy that is cut off at {@code tick}: no part runs longer. */
  Running cutAt(long tick) {
    return new Running(
        booking, window, realEnds.stream().map(end -> Math.min(end, tick)).toList(), stopped);
  }
}
