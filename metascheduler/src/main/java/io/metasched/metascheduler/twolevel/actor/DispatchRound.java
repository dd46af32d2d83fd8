package io.metasched.metascheduler.twolevel.actor;

import io.metasched.metascheduler.actor.Providers;
import io.metasched.metascheduler.twolevel.GridChoice;
import io.metasched.metascheduler.twolevel.GridTask;
import io.metasched.metascheduler.twolevel.LateReservations;
import io.metasched.metascheduler.twolevel.LateReservations.Late;
import io.metasched.metascheduler.twolevel.OfferReport;
import io.metasched.metascheduler.twolevel.OfferReports;
import io.metasched.metascheduler.twolevel.ReservationPlacement.Offer;
import io.metasched.metascheduler.twolevel.actor.GridScheduler.Declined;
import io.metasched.metascheduler.twolevel.actor.GridScheduler.Reserved;
import io.metasched.metascheduler.twolevel.actor.GridScheduler.Sent;
import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.Lateness;
import io.metasched.resource.provider.ProviderState;
import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.ReservationAnswer.Accepted;
import io.metasched.resource.provider.ReservationAnswer.Refused;
import io.metasched.resource.provider.actor.Provider;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Single dispatch. It queries the states of all providers, then sends one task after the other. A
 * batch job is sent without waiting for the reply, because its effect is known. A request for a
 * reservation waits for the offers, and then for the answer of the chosen provider. A late
 * reservation that may move is withdrawn before offers are requested.
 */
final class DispatchRound {
  private final long now;
  private final Deque<GridTask> tasks = new ArrayDeque<>();
  private final TreeMap<Integer, Late> moving = new TreeMap<>();
  private final Providers providers;
  private final GridChoice choice;
  private final LateReservations late;
  private final Lateness lateness;
  private final OfferReports reports;
  private final TreeMap<Integer, ProviderState> states = new TreeMap<>();
  private final TreeMap<Integer, Reservation> offers = new TreeMap<>();
  private final List<Sent> sent = new ArrayList<>();
  private final List<Reserved> reserved = new ArrayList<>();
  private final List<Declined> declined = new ArrayList<>();
  private Optional<String> failure = Optional.empty();
  private GridTask.@Nullable Advance open;
  private boolean decided;
  private int awaited;

  /** Creates a round without tasks. */
  DispatchRound(
      long now,
      Providers providers,
      GridChoice choice,
      LateReservations late,
      Lateness lateness,
      boolean reportsOffers) {
    this.now = now;
    this.providers = providers;
    this.choice = choice;
    this.late = late;
    this.lateness = lateness;
    reports = new OfferReports(reportsOffers);
  }

  /** Sends tasks in the given order. */
  void send(List<GridTask> all) {
    tasks.addAll(all);
    for (int i = 0; i < providers.count() && !all.isEmpty(); i++) {
      ask(i, (id, replyTo) -> new Provider.QueryStatus(id, now, replyTo));
    }
  }

  /** Withdraws late reservations and requests them again, in the given order. */
  void move(List<Late> all) {
    all.forEach(each -> moving.put(each.reservation().request().number(), each));
    send(all.stream().<GridTask>map(Late::task).toList());
  }

  private void ask(int provider, Providers.CommandFactory question) {
    awaited++;
    providers.ask(provider, question);
  }

  /** Returns whether all tasks are sent, and all providers have answered. */
  boolean isOver() {
    return tasks.isEmpty() && awaited == 0 && open == null;
  }

  /** Returns the reason why the dispatch cannot continue, or empty if it can. */
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

  /** Returns the offers for reservations, if they are reported. */
  List<OfferReport> offered() {
    return reports.all();
  }

  /** Receives the answer of a provider. */
  void answered(Provider.Reply reply) {
    awaited--;
    if (reply instanceof Provider.Status status) {
      states.put(status.provider(), status.state());
    } else if (reply instanceof Provider.Withdrawn withdrawn) {
      states.put(withdrawn.provider(), withdrawn.state());
    } else if (reply instanceof Provider.Offered offered) {
      offered.offer().ifPresent(o -> offers.put(offered.provider(), o));
    } else if (reply instanceof Provider.Decided answer) {
      decided(answer);
    }
    if (awaited == 0) {
      proceed();
    }
  }

  private void proceed() {
    if (open != null) {
      proceedWith(open);
    }
    while (open == null && failure.isEmpty() && !tasks.isEmpty()) {
      var task = tasks.remove();
      if (task instanceof GridTask.Advance advance) {
        begin(advance);
      } else {
        send(((GridTask.Batch) task).job());
      }
    }
  }

  private void proceedWith(GridTask.Advance task) {
    if (decided) {
      open = null;
    } else if (offers.isEmpty()) {
      askForOffers(task);
    } else {
      takeUp(task);
    }
  }

  private void send(BatchJob job) {
    var chosen = choice.forBatch(job, known());
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

  private void begin(GridTask.Advance task) {
    int number = task.request().least().number();
    var refusal = choice.refusal(task.request(), known());
    if (refusal.isPresent()) {
      declined.add(new Declined(number, refusal.get()));
      return;
    }
    open = task;
    decided = false;
    var kept = moving.remove(number);
    if (kept == null) {
      askForOffers(task);
    } else {
      ask(
          kept.provider(),
          (id, replyTo) -> new Provider.Withdraw(id, kept.reservation(), now, replyTo));
    }
  }

  private void askForOffers(GridTask.Advance task) {
    for (int provider : choice.asked(task.request(), known())) {
      ask(provider, (id, replyTo) -> new Provider.Offer(id, task.request(), now, replyTo));
    }
  }

  private void takeUp(GridTask.Advance task) {
    var all = offers.entrySet().stream().map(e -> new Offer(e.getKey(), e.getValue())).toList();
    offers.clear();
    var states = known();
    var best = choice.forReservation(task.request(), all, states);
    reports.chosen(task.request().least().number(), all, best, states);
    int chosen = best.provider();
    ask(chosen, (id, replyTo) -> new Provider.Reserve(id, task.request(), lateness, now, replyTo));
  }

  private void decided(Provider.Decided reply) {
    decided = true;
    states.put(reply.provider(), reply.state());
    if (open == null) {
      return;
    }
    if (reply.answer() instanceof Accepted accepted) {
      reserved.add(new Reserved(reply.provider(), accepted.reservation()));
      late.placed(open, reply.provider(), accepted.reservation());
    } else {
      var reason = ((Refused) reply.answer()).reason();
      declined.add(new Declined(open.request().least().number(), reason));
    }
  }

  private List<ProviderState> known() {
    return List.copyOf(states.values());
  }
}
