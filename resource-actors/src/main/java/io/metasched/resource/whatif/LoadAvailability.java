package io.metasched.resource.whatif;

import io.metasched.resource.provider.ProviderBook;
import io.metasched.resource.provider.ReservationRequest;
import io.metasched.resource.provider.probe.AvailabilityMethod;
import io.metasched.resource.provider.probe.CandidateSlot;
import io.metasched.resource.provider.probe.ClusterState;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Load method: starts are available from the approximate end T of the present work on.
 *
 * <p>T begins with now + 0.5 x the remaining work of running and waiting jobs, by their estimates,
 * / the number of processors. Each reservation that begins before T then adds its remaining work /
 * the number of processors to T, until no further reservation begins before T.
 *
 * <p>Source: the what-if paper, section 4.1, formula (1). As in the paper, the method does not
 * check whether the start can be reserved. Cost: O(r^2) for r running jobs and reservations.
 */
public final class LoadAvailability implements AvailabilityMethod {
  @Override
  public List<CandidateSlot> rate(ReservationRequest request, long[] starts, ClusterState state) {
    long end = approximateEnd(state.book(), state.nowTick());
    return LongStream.of(starts)
        .mapToObj(start -> CandidateSlot.withoutPlan(start, start >= end))
        .toList();
  }

  /** Returns T, rounded up to a tick. */
  public static long approximateEnd(ProviderBook book, long now) {
    // twice the work, because jobs count with half of their work
    long twice = book.waitingWork();
    for (var running : book.runningJobs()) {
      twice += running.job().processors() * Math.max(0, running.limitEnd() - now);
    }
    long end = after(now, twice, book.processors());
    var later = new ArrayList<>(book.reservations());
    boolean isRaised = true;
    while (isRaised) {
      long before = end;
      for (var each : later) {
        if (each.startTick() < before) {
          long ticks = each.endTick() - Math.max(each.startTick(), now);
          twice += 2L * each.request().processors() * ticks;
        }
      }
      isRaised = later.removeIf(each -> each.startTick() < before);
      end = after(now, twice, book.processors());
    }
    return end;
  }

  private static long after(long now, long twiceTheWork, int processors) {
    long twiceAsMany = 2L * processors;
    return now + (twiceTheWork + twiceAsMany - 1) / twiceAsMany;
  }
}
