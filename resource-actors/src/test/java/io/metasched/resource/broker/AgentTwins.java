package io.metasched.resource.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Pair of an agent's book and the plain table of the paper, which get the same operations. */
final class AgentTwins {
  private static final List<String> USERS = List.of("ann", "bob", "eve");

  private final SplittableRandom random;
  private final AgentBook book;
  private final NaiveAgentBook twin;
  private final List<TaskVersion> holds = new ArrayList<>(); // including obsolete holds
  private final long[] rounds = new long[3]; // last round of each broker
  private final List<List<Task>> batches =
      new ArrayList<>(List.of(List.of(), List.of(), List.of()));
  private long now;
  private long tasks;

  AgentTwins(long seed) {
    random = new SplittableRandom(seed);
    var nodes = new ArrayList<AgentNode>();
    for (int id = random.nextInt(4); id >= 0; id--) { // not in order of id
      nodes.add(new AgentNode(id * 3, "n" + id, "c", "f", random.nextInt(3), 2, 100));
    }
    var limits = new TableLimits(60 + random.nextInt(41), 1 + random.nextInt(4));
    book = new AgentBook(nodes, limits);
    twin = new NaiveAgentBook(nodes, limits);
  }

  /**
   * Performs random operations on both books; compares each answer and, at intervals, the whole
   * table.
   *
   * @return number of tasks reserved at the end
   */
  static int run(long seed, int operations) {
    var twins = new AgentTwins(seed);
    for (int i = 0; i < operations; i++) {
      try {
        twins.step();
        if (i % 7 == 0) {
          assertThat(twins.book.figures()).isEqualTo(twins.twin.figures());
        }
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed %d, operation %d: %s".formatted(seed, i, e), e);
      }
    }
    twins.assertRestorable();
    return twins.book.reservations().size();
  }

  private void step() {
    now += random.nextInt(4) == 0 ? random.nextInt(5) : 0;
    int broker = random.nextInt(rounds.length);
    switch (random.nextInt(7)) {
      case 0, 1 -> offer(broker);
      case 2, 3 -> hold(broker);
      case 4 -> commit();
      case 5 -> release();
      default -> cancel();
    }
  }

  private void offer(int broker) {
    var batch = new ArrayList<Task>();
    for (int i = random.nextInt(6); i >= 0; i--) {
      batch.add(task());
    }
    batches.set(broker, batch);
    rounds[broker]++;
    long lapse = now + random.nextInt(8);
    assertThat(book.offer(broker, rounds[broker], batch, now, lapse))
        .isEqualTo(twin.offer(broker, rounds[broker], batch, now, lapse));
    if (random.nextInt(20) == 0) { // a repeated message that arrives too late
      long late = rounds[broker] - 1;
      assertThat(book.offer(broker, late, batch, now, lapse))
          .isEqualTo(twin.offer(broker, late, batch, now, lapse));
    }
  }

  private Task task() {
    long id = random.nextInt(5) == 0 ? random.nextInt(1 + (int) tasks) : tasks++;
    long start = Math.max(0, now - 2 + random.nextInt(30));
    var span = Span.of(start, 1 + random.nextInt(20));
    var demand = new NodeDemand(random.nextInt(3), random.nextInt(40) == 0 ? 9 : 1);
    return new Task(id, span, 1 + random.nextInt(70), demand, access());
  }

  private AccessList access() {
    var user = USERS.get(random.nextInt(USERS.size()));
    var other = USERS.get(random.nextInt(USERS.size()));
    return switch (random.nextInt(4)) {
      case 0 -> AccessList.OPEN;
      case 1 -> AccessList.of(user);
      case 2 -> new AccessList(user, List.of(other), List.of());
      default -> new AccessList(user, List.of("*"), List.of(other));
    };
  }

  private void hold(int broker) {
    var batch = batches.get(broker);
    var accepted = new ArrayList<Long>();
    for (var task : batch) {
      if (random.nextBoolean()) {
        accepted.add(task.id());
      }
    }
    long round = rounds[broker] + (random.nextInt(10) == 0 ? random.nextInt(3) - 1 : 0);
    long lapse = now + 1 + random.nextInt(8);
    var answer = book.hold(broker, round, accepted, now, lapse);
    assertThat(answer).isEqualTo(twin.hold(broker, round, accepted, now, lapse));
    answer.held().forEach(held -> holds.add(held.identity()));
  }

  private void commit() {
    var some = some();
    assertThat(book.commit(some, now)).isEqualTo(twin.commit(some, now));
  }

  private void release() {
    var some = some();
    book.release(some, now);
    twin.release(some, now);
  }

  private List<TaskVersion> some() {
    var some = new ArrayList<TaskVersion>();
    for (int i = random.nextInt(4); i > 0 && !holds.isEmpty(); i--) {
      int last = Math.max(0, holds.size() - 12);
      var hold = holds.get(last + random.nextInt(holds.size() - last));
      long version = hold.version() + (random.nextInt(12) == 0 ? 5 : 0);
      some.add(new TaskVersion(hold.task(), version));
    }
    return some;
  }

  private void cancel() {
    var user = USERS.get(random.nextInt(USERS.size()));
    long task = Math.max(0, tasks - random.nextInt(12));
    assertThat(book.visibleTo(user, 0, Integer.MAX_VALUE)).isEqualTo(twin.visibleTo(user));
    assertThat(book.cancel(user, task, now)).isEqualTo(twin.cancel(user, task, now));
  }

  private void assertRestorable() {
    book.restore(List.copyOf(book.reservations()), book.version());
    assertThat(book.figures()).isEqualTo(twin.figures());
  }
}
