package io.metasched.metascheduler.twolevel;

import io.metasched.metascheduler.twolevel.ReservationPlacement.Offer;
import io.metasched.resource.provider.ProviderBook;
import io.metasched.resource.provider.ProviderState;
import io.metasched.resource.provider.ReservationAnswer.Accepted;
import io.metasched.resource.provider.ReservationAnswer.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Upper level of two-level scheduling, over providers in the same process. {@link GridQueue}
 * decides when tasks leave, {@link GridChoice} selects the providers, and this class asks the
 * providers and sends them the tasks. A task is sent to one provider and never moved to another.
 * This class makes no decisions of the local schedulers.
 *
 * <p>Source: the hierarchical reservation paper, section 4.4. Cost: per task one question to each
 * provider. Confined to one thread.
 */
public final class GridSchedulerCore {
  private final List<ProviderBook> providers;
  private final GridChoice choice;
  private final GridQueue queue;
  private final LateReservations late;
  private final GridSettings settings;
  private final boolean reportsOffers;
  private OfferReports offered = new OfferReports(false);

  /**
   * Creates a grid scheduler with an empty queue.
   *
   * @param reportsOffers whether {@link #offered} reports offers
   */
  public GridSchedulerCore(
      List<ProviderBook> providers,
      GridChoice choice,
      GridSettings settings,
      boolean reportsOffers) {
    this.providers = List.copyOf(providers);
    this.choice = choice;
    queue = new GridQueue(settings);
    late = new LateReservations(choice);
    this.settings = settings;
    this.reportsOffers = reportsOffers;
  }

  /** Adds a task to the queue, which it leaves at {@link #nextDispatch} at the earliest. */
  public void submit(GridTask task, long now) {
    queue.submit(task, now);
  }

  /** Returns the tick at which to call {@link #dispatch}; empty while the queue is empty. */
  public OptionalLong nextDispatch() {
    return queue.nextDispatch();
  }

  /**
   * Sends the tasks that leave the queue now to providers.
   *
   * @throws IllegalArgumentException for a batch job that no provider can ever run
   */
  public List<Dispatch> dispatch(long now) {
    var dispatched = new ArrayList<Dispatch>();
    offered = new OfferReports(reportsOffers);
    for (var task : queue.leaving(now)) {
      dispatched.add(
          task instanceof GridTask.Advance advance
              ? place(advance, now)
              : place((GridTask.Batch) task));
    }
    return dispatched;
  }

  private Dispatch place(GridTask.Batch task) {
    var job = task.job();
    int chosen =
        choice
            .forBatch(job, states())
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "job %d needs %d processors, more than any provider for batch jobs has"
                            .formatted(job.number(), job.processors())));
    providers.get(chosen).submit(job);
    return new Dispatch(task, OptionalInt.of(chosen), Optional.empty());
  }

  /**
   * Moves late reservations forward in the order of placement, if the policy moves them. Each
   * reservation is withdrawn and requested again from all providers. None begins later than before,
   * because the withdrawn time is offered, too. Must be called when jobs have ended, before any
   * other event of that tick.
   *
   * @return new placements of the reservations that were requested again
   */
  public List<Dispatch> moveForward(long now) {
    var moved = new ArrayList<Dispatch>();
    offered = new OfferReports(reportsOffers);
    for (var each : late.takeAll(now)) {
      providers.get(each.provider()).withdraw(each.reservation(), now);
      moved.add(place(each.task(), now));
    }
    return moved;
  }

  /** Returns the offers for reservations in the last dispatch or move, if offers are reported. */
  public List<OfferReport> offered() {
    return offered.all();
  }

  private Dispatch place(GridTask.Advance task, long now) {
    var request = task.request();
    var states = states();
    var refusal = choice.refusal(request, states);
    if (refusal.isPresent()) {
      return new Dispatch(task, OptionalInt.empty(), refusal.map(Refused::new));
    }
    var offers =
        choice.asked(request, states).stream()
            .map(i -> new Offer(i, providers.get(i).offer(request, now).orElseThrow()))
            .toList();
    var best = choice.forReservation(request, offers, states);
    offered.chosen(request.least().number(), offers, best, states);
    int chosen = best.provider();
    var answer = providers.get(chosen).reserve(request, now, settings.lateness());
    if (answer instanceof Accepted accepted) {
      late.placed(task, chosen, accepted.reservation());
    }
    return new Dispatch(task, OptionalInt.of(chosen), Optional.of(answer));
  }

  private List<ProviderState> states() {
    return providers.stream().map(ProviderBook::state).toList();
  }
}
