package io.metasched.metascheduler.actor;

import io.metasched.metascheduler.actor.GridScheduler.Declined;
import io.metasched.metascheduler.actor.GridScheduler.Reserved;
import io.metasched.metascheduler.actor.GridScheduler.Sent;
import io.metasched.metascheduler.grid.GridChoice;
import io.metasched.metascheduler.grid.GridTask;
import io.metasched.metascheduler.grid.ReservationPlacement.Offer;
import io.metasched.resource.actor.Provider;
import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.Lateness;
import io.metasched.resource.provider.ProviderState;
import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.ReservationAnswer.Accepted;
import io.metasched.resource.provider.ReservationAnswer.Refused;
import io.metasched.resource.provider.ReservationDemand;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One dispatch: asks all providers how they are, then sends task after task. A batch job is sent
 * without waiting for what comes of it: what it changes is known. A request for a reservation waits
 * for the offers, and then for the answer of the provider that is chosen.
 */
final class DispatchRound {
  private final long now;
  private final Deque<GridTask> tasks;
  private final Providers providers;
  private final GridChoice choice;
  private final Lateness lateness;
  private final TreeMap<Integer, ProviderState> states = new TreeMap<>();
  private final TreeMap<Integer, Reservation> offers = new TreeMap<>();
  private final List<Sent> sent = new ArrayList<>();
  private final List<Reserved> reserved = new ArrayList<>();
  private final List<Declined> declined = new ArrayList<>();
  private Optional<String> failure = Optional.empty();
  private @Nullable ReservationDemand open;
  private boolean decided;
  private int awaited;

  DispatchRound(
      long now, List<GridTask> tasks, Providers providers, GridChoice choice, Lateness lateness) {
    this.now = now;
    this.tasks = new ArrayDeque<>(tasks);
    this.providers = providers;
    this.choice = choice;
    this.lateness = lateness;
    if (!tasks.isEmpty()) {
      for (int i = 0; i < providers.count(); i++) {
        ask(i, (id, replyTo) -> new Provider.Tell(id, now, replyTo));
      }
    }
  }

  private void ask(int provider, Providers.Question question) {
    awaited++;
    providers.ask(provider, question);
  }

  /** Whether all is sent, and all have answered. */
  boolean isOver() {
    return tasks.isEmpty() && awaited == 0 && open == null;
  }

  /** Why it cannot go on, if it cannot. */
  Optional<String> failure() {
    return failure;
  }

  List<Sent> sent() {
    return sent;
  }

  List<Reserved> reserved() {
    return reserved;
  }

  List<Declined> declined() {
    return declined;
  }

  /** A provider has answered. */
  void answered(Provider.Reply reply) {
    awaited--;
    if (reply instanceof Provider.Told told) {
      states.put(told.provider(), told.state());
    } else if (reply instanceof Provider.Offered offered) {
      offered.offer().ifPresent(o -> offers.put(offered.provider(), o));
    } else if (reply instanceof Provider.Decided answer) {
      decided(answer);
    }
    if (awaited == 0) {
      goOn();
    }
  }

  private void goOn() {
    if (open != null) {
      takeUp(open);
    }
    while (open == null && failure.isEmpty() && !tasks.isEmpty()) {
      var task = tasks.remove();
      if (task instanceof GridTask.Advance advance) {
        askForOffers(advance.request());
      } else {
        send(((GridTask.Batch) task).job());
      }
    }
  }

  private void send(BatchJob job) {
    var chosen = choice.forBatch(job, List.copyOf(states.values()));
    if (chosen.isEmpty()) {
      failure =
          Optional.of(
              "job %d needs %d processors, more than any provider for batch jobs has"
                  .formatted(job.number(), job.processors()));
      return;
    }
    int provider = chosen.getAsInt();
    ask(provider, (id, replyTo) -> new Provider.Submit(id, job, now, replyTo));
    states.computeIfPresent(provider, (i, state) -> state.withOneMore());
    sent.add(new Sent(job.number(), provider));
  }

  private void askForOffers(ReservationDemand request) {
    var known = List.copyOf(states.values());
    var refusal = choice.refusal(request, known);
    if (refusal.isPresent()) {
      declined.add(new Declined(request.least().number(), refusal.get()));
      return;
    }
    open = request;
    decided = false;
    for (int provider : choice.asked(request, known)) {
      ask(provider, (id, replyTo) -> new Provider.Offer(id, request, now, replyTo));
    }
  }

  /** Takes up one of the offers, or goes on where that has been decided already. */
  private void takeUp(ReservationDemand request) {
    if (decided) {
      open = null;
      return;
    }
    var all = offers.entrySet().stream().map(e -> new Offer(e.getKey(), e.getValue())).toList();
    offers.clear();
    int chosen = choice.forReservation(request, all).provider();
    ask(chosen, (id, replyTo) -> new Provider.Reserve(id, request, lateness, now, replyTo));
  }

  private void decided(Provider.Decided reply) {
    decided = true;
    if (reply.answer() instanceof Accepted accepted) {
      reserved.add(new Reserved(reply.provider(), accepted.reservation()));
    } else if (open != null) {
      declined.add(new Declined(open.least().number(), ((Refused) reply.answer()).reason()));
    }
  }
}
