package io.metasched.metascheduler.grid;

import io.metasched.metascheduler.grid.ReservationPlacement.Offer;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.Provider;
import io.metasched.resource.provider.ReservationAnswer;
import io.metasched.resource.provider.ReservationRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The upper of two levels: a queue of tasks, served first come, first served, from which each goes
 * to one provider for good. It knows the lengths of the providers' queues and the starts they
 * offer, and decides nothing that a local scheduler decides.
 *
 * <p>Source: the hierarchical reservation paper, section 4.4. Cost: per task one question to each
 * provider. Confined to one thread.
 */
public final class GridScheduler {
  private final List<Provider> providers;
  private final BatchPlacement batch;
  private final ReservationPlacement reservations;
  private final GridSettings settings;
  private final Deque<GridTask> queue = new ArrayDeque<>();
  private long due = -1;

  /**
   * @throws IllegalArgumentException when no provider is left for batch jobs
   */
  public GridScheduler(
      List<Provider> providers,
      BatchPlacement batch,
      ReservationPlacement reservations,
      GridSettings settings) {
    if (settings.setApart() >= providers.size()) {
      throw new IllegalArgumentException(
          "of %d providers at most %d can be set apart for reservations, but %d are"
              .formatted(providers.size(), providers.size() - 1, settings.setApart()));
    }
    this.providers = List.copyOf(providers);
    this.batch = batch;
    this.reservations = reservations;
    this.settings = settings;
  }

  /** Takes a task into the queue; {@link #nextDispatch} tells when it leaves it. */
  public void submit(GridTask task, long now) {
    queue.addLast(task);
    boolean isForwarded =
        task instanceof GridTask.Advance
            && settings.queueing() == GridSettings.Queueing.RESERVATIONS_FIRST;
    long next = isForwarded || settings.periodTicks() == 0 ? now : nextPeriod(now);
    due = due < 0 ? next : Math.min(due, next);
  }

  /** When {@link #dispatch} is to be called; empty while the queue is. */
  public OptionalLong nextDispatch() {
    return due < 0 ? OptionalLong.empty() : OptionalLong.of(due);
  }

  /** Sends to providers what is to leave the queue now. */
  public List<Dispatch> dispatch(long now) {
    var dispatched = new ArrayList<Dispatch>();
    if (settings.queueing() == GridSettings.Queueing.RESERVATIONS_FIRST) {
      send(task -> task instanceof GridTask.Advance, now, dispatched);
    }
    if (settings.periodTicks() == 0 || now % settings.periodTicks() == 0) {
      send(task -> true, now, dispatched);
    }
    due = queue.isEmpty() ? -1 : nextPeriod(now);
    return dispatched;
  }

  private long nextPeriod(long now) {
    return Ticks.ceilDiv(now, settings.periodTicks()) * settings.periodTicks();
  }

  private void send(Predicate<GridTask> which, long now, List<Dispatch> dispatched) {
    for (var tasks = queue.iterator(); tasks.hasNext(); ) {
      var task = tasks.next();
      if (which.test(task)) {
        tasks.remove();
        dispatched.add(
            task instanceof GridTask.Advance advance
                ? place(advance, now)
                : place((GridTask.Batch) task));
      }
    }
  }

  private Dispatch place(GridTask.Batch task) {
    BatchJob job = task.job();
    var candidates = able(settings.setApart(), providers.size(), job.processors());
    if (candidates.isEmpty()) {
      throw new IllegalArgumentException(
          "job %d needs %d processors, more than any provider for batch jobs has"
              .formatted(job.number(), job.processors()));
    }
    int chosen = batch.choose(job, candidates, providers);
    providers.get(chosen).submit(job);
    return new Dispatch(task, chosen, Optional.empty());
  }

  private Dispatch place(GridTask.Advance task, long now) {
    ReservationRequest request = task.request();
    int end = settings.setApart() > 0 ? settings.setApart() : providers.size();
    var offers =
        able(0, end, request.processors()).stream()
            .map(i -> new Offer(i, providers.get(i).earliestStart(request, now).orElseThrow()))
            .toList();
    // the answer of one that has too few processors is the refusal
    int chosen = offers.isEmpty() ? 0 : reservations.choose(request, offers).provider();
    ReservationAnswer answer = providers.get(chosen).reserve(request, now, settings.lateness());
    return new Dispatch(task, chosen, Optional.of(answer));
  }

  private List<Integer> able(int from, int end, int processors) {
    return IntStream.range(from, end)
        .filter(i -> providers.get(i).processors() >= processors)
        .boxed()
        .toList();
  }
}
