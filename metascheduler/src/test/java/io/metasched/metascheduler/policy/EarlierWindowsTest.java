package io.metasched.metascheduler.policy;

import static io.metasched.metascheduler.fixture.CycleFixture.policy;
import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.cycle.CycleSnapshot;
import io.metasched.metascheduler.cycle.Decision;
import io.metasched.metascheduler.cycle.ReplanSnapshot;
import io.metasched.metascheduler.cycle.ReplanSnapshot.Move;
import io.metasched.metascheduler.cycle.ReplanSnapshot.Promised;
import io.metasched.metascheduler.fixture.CycleFixture;
import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.resource.search.SearchFamily;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Replanning with memory compared with replanning without it, on random jobs. */
final class EarlierWindowsTest {
  private static final int RUNS = 400;

  @Test
  void movesWhatAReplanningWithoutMemoryMoves() {
    int replannings = 0;
    int moves = 0;
    for (int seed = 0; seed < RUNS; seed++) {
      var run = new Run(seed, policy("backfilling"));
      while (run.goesOn()) {
        moves += run.replan().size();
        replannings++;
      }
    }
    assertThat(replannings).isGreaterThan(8 * RUNS);
    assertThat(moves).isGreaterThan(RUNS);
  }

  @Test
  void movesWhatAReplanningWithoutMemoryMovesUnderBatchSliceFillingAndPublishedSearches() {
    var exact = CycleFixture.SETTINGS;
    var published =
        new PolicySettings(
            SearchFamily.published(),
            exact.alternativesCap(),
            exact.goal(),
            exact.reading(),
            exact.choice(),
            exact.options());
    for (int seed = 0; seed < RUNS / 4; seed++) {
      for (var policy : List.of(policy("bsf"), policy(published, "backfilling"))) {
        var run = new Run(seed, policy);
        while (run.goesOn()) {
          run.replan();
        }
      }
    }
  }

  /** Jobs on a few nodes, some of which end early while others are re-planned. */
  private static final class Run {
    private static final int REPLANNINGS = 12;

    private final SplittableRandom random;
    private final SchedulingPolicy policy;
    private final Replanning remembering;
    private final List<Node> nodes = new ArrayList<>();
    private final List<Long> prices = new ArrayList<>();
    private final TreeMap<JobId, Job> jobs = new TreeMap<>();
    private final TreeMap<JobId, Window> windows = new TreeMap<>();
    private SlotTable vacant;
    private long now;
    private long end;
    private int done;

    Run(int seed, SchedulingPolicy policy) {
      random = new SplittableRandom(seed);
      this.policy = policy;
      remembering = policy.replanning();
      int count = random.nextInt(2, 9);
      var slots = new ArrayList<Slot>();
      end = 60_000;
      for (int id = 0; id < count; id++) {
        int performance = random.nextInt(1, 4);
        long price = 300L * performance + random.nextInt(600);
        nodes.add(new Node(id, 0, performance, price, 0, id % 3 == 0 ? List.of("gpu") : List.of()));
        prices.add(price);
        slots.add(slot(id, new Span(random.nextInt(3) * 1000L, end)));
      }
      vacant = new SlotTable(slots).copy();
      submit(random.nextInt(4, 14));
    }

    private Slot slot(int node, Span span) {
      return new Slot(nodes.get(node), span, prices.get(node));
    }

    private void submit(int count) {
      var queue = new ArrayList<Job>();
      for (int i = 0; i < count; i++) {
        var id = JobId.of(jobs.size() + i);
        int parts = random.nextInt(1, nodes.size() + 1);
        long amount = random.nextInt(500, 9000);
        long limit = parts * amount * random.nextInt(500, 2000) / 1000;
        boolean gpu = parts == 1 && random.nextInt(5) == 0;
        queue.add(
            Job.of(
                id,
                0,
                now,
                parts,
                random.nextInt(4) > 0 ? Work.volume(2 * amount) : Work.duration(amount),
                new Requirements(random.nextInt(2), gpu ? List.of("gpu") : List.of()),
                random.nextBoolean() ? WindowRequest.NO_LIMIT : limit,
                WindowRequest.NO_LIMIT,
                Criterion.START));
      }
      queue.forEach(job -> jobs.put(job.id(), job));
      var cycle = new CycleSnapshot(0, now, new Span(now, end), 1, queue, atPresent(), 1);
      for (var decision : policy("backfilling").plan(cycle).decisions()) {
        if (decision instanceof Decision.Place place) {
          windows.put(place.job(), place.window());
          vacant.subtract(place.window());
        }
      }
    }

    private SlotTable atPresent() {
      var slots = new ArrayList<Slot>();
      for (var slot : vacant.slots()) {
        if (slot.span().end() > now) {
          var span = new Span(Math.max(now, slot.span().start()), slot.span().end());
          slots.add(slot(slot.node().id(), span));
        }
      }
      return new SlotTable(slots);
    }

    boolean goesOn() {
      return done < REPLANNINGS;
    }

    /** Advances the time, and re-plans with and without memory. */
    List<Move> replan() {
      done++;
      now += random.nextInt(3000);
      if (random.nextInt(5) == 0) {
        end += 3000;
        nodes.forEach(node -> vacant.giveBack(slot(node.id(), new Span(end - 3000, end))));
        submit(random.nextInt(4));
      }
      letGo();
      changePrices();
      changeLimits();
      var promised = promised();
      var horizon = new Span(now, end);
      var snapshot = new ReplanSnapshot(now, horizon, 1, promised, atPresent());

      var moves = remembering.replan(snapshot);

      assertThat(moves)
          .isEqualTo(policy.replan(new ReplanSnapshot(now, horizon, 1, promised, atPresent())));
      moves.forEach(this::make);
      return moves;
    }

    /** Changes the prices of some owners. */
    private void changePrices() {
      if (random.nextInt(4) == 0) {
        prices.set(random.nextInt(nodes.size()), 100L + random.nextInt(2000));
        var slots = new ArrayList<Slot>();
        vacant.slots().forEach(slot -> slots.add(slot(slot.node().id(), slot.span())));
        vacant = new SlotTable(slots).copy();
      }
    }

    /** Changes the earliest starts of some jobs, as if they waited for other jobs. */
    private void changeLimits() {
      windows.forEach(
          (id, window) -> {
            if (random.nextInt(5) == 0) {
              jobs.computeIfPresent(
                  id, (same, job) -> from(job, random.nextLong(window.start() + 1)));
            }
          });
    }

    private static Job from(Job job, long earliest) {
      return new Job(
          job.id(),
          job.user(),
          job.submitTick(),
          job.nodes(),
          job.work(),
          job.requirements(),
          job.costLimitMilli(),
          job.slotPriceLimitMilli(),
          earliest,
          job.deadlineTick(),
          job.criterion(),
          0);
    }

    /** Ends or withdraws some jobs before their planned end. */
    private void letGo() {
      for (var one : new TreeMap<>(windows).entrySet()) {
        if (random.nextInt(7) == 0) {
          windows.remove(one.getKey());
          for (var part : one.getValue().parts()) {
            long from = Math.max(now, part.span().start());
            if (from < part.span().end()) {
              vacant.giveBack(slot(part.node(), new Span(from, part.span().end())));
            }
          }
        }
      }
    }

    private List<Promised> promised() {
      var promised = new ArrayList<Promised>();
      windows.forEach(
          (id, window) -> {
            if (window.start() > now) {
              var own =
                  window.parts().stream().map(part -> slot(part.node(), part.span())).toList();
              promised.add(new Promised(jobs.get(id), window, own));
            }
          });
      return promised;
    }

    /** Performs a move; an owner refuses every fifth move. */
    private void make(Move move) {
      if (random.nextInt(5) > 0) {
        var old = windows.get(move.job().id());
        vacant.giveBack(old.parts().stream().map(p -> slot(p.node(), p.span())).toList());
        boolean isVacant =
            move.to().parts().stream().allMatch(part -> isVacant(part.node(), part.span()));
        var taken = isVacant ? move.to() : old; // its new time may have been refused to other jobs
        vacant.subtract(taken);
        windows.put(move.job().id(), taken);
      }
    }

    private boolean isVacant(int node, Span span) {
      return vacant.slots().stream()
          .anyMatch(slot -> slot.node().id() == node && slot.span().contains(span));
    }
  }
}
