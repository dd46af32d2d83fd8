package io.metasched.resource.provider.actor;

import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.journal.StateFold;
import io.metasched.resource.owner.ReplyCache;
import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.ProviderSnapshot;
import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.RunningJob;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** State of a provider as the fold of its events, without decisions of a local scheduler. */
final class ProviderFold implements StateFold<ProviderFold.State> {
  private final int cachedReplies;

  /** Jobs and reservations by number. Confined to one thread. */
  static final class State {
    private final Map<Integer, BatchJob> waiting = new LinkedHashMap<>();
    private final TreeMap<Integer, RunningJob> running = new TreeMap<>();
    private final TreeMap<Integer, Reservation> reserved = new TreeMap<>();
    private final TreeMap<Integer, Reservation> begun = new TreeMap<>();
    private final ReplyCache<Provider.Reply> replies;
    private long nowTick;

    State(int cachedReplies) {
      replies = new ReplyCache<>(cachedReplies);
    }

    private void start(int number) {
      var reservation = reserved.remove(number);
      BatchJob job;
      if (reservation == null) {
        job = Objects.requireNonNull(waiting.remove(number));
      } else {
        var request = reservation.request();
        job = new BatchJob(number, nowTick, request.processors(), request.durationTicks());
        begun.put(number, reservation);
      }
      running.put(number, new RunningJob(job, nowTick));
    }

    private void end(int number) {
      running.remove(number);
      begun.remove(number);
    }
  }

  /**
   * @param cachedReplies number of replies cached, at least 1
   */
  ProviderFold(int cachedReplies) {
    this.cachedReplies = cachedReplies;
  }

  @Override
  public State empty() {
    return new State(cachedReplies);
  }

  @Override
  public State apply(State state, CborSerializable stored) {
    var event = (ProviderEvent) stored;
    state.nowTick = event.nowTick();
    if (event instanceof ProviderEvent.JobQueued queued) {
      state.waiting.put(queued.job().number(), queued.job());
    } else if (event instanceof ProviderEvent.ProcessorsReserved kept) {
      state.reserved.put(kept.reservation().request().number(), kept.reservation());
    } else if (event instanceof ProviderEvent.ReservationWithdrawn withdrawn) {
      state.reserved.remove(withdrawn.reservation().request().number());
    } else if (event instanceof ProviderEvent.JobsStarted started) {
      started.reply().jobs().forEach(state::start);
    } else if (event instanceof ProviderEvent.JobsEnded ended) {
      ended.jobs().forEach(state::end);
      ended.reply().stopped().forEach(state::end);
    }
    state.replies.add(event.reply().id(), event.reply());
    return state;
  }

  @Override
  public CborSerializable snapshot(State state) {
    var book =
        new ProviderSnapshot(
            List.copyOf(state.waiting.values()),
            List.copyOf(state.running.values()),
            List.copyOf(state.reserved.values()),
            List.copyOf(state.begun.values()));
    return new ProviderEvent.Snapshot(
        state.nowTick,
        book,
        List.copyOf(state.replies.answers().values()),
        state.replies.forgotten());
  }

  @Override
  public State restored(CborSerializable snapshot) {
    var from = (ProviderEvent.Snapshot) snapshot;
    var state = empty();
    state.nowTick = from.nowTick();
    from.book().waiting().forEach(job -> state.waiting.put(job.number(), job));
    from.book().running().forEach(each -> state.running.put(each.job().number(), each));
    from.book().reserved().forEach(each -> state.reserved.put(each.request().number(), each));
    from.book().begun().forEach(each -> state.begun.put(each.request().number(), each));
    state.replies.restore(from.forgotten(), from.replies(), reply -> reply.id());
    return state;
  }
}
