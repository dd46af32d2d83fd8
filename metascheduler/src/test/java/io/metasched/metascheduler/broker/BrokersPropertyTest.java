package io.metasched.metascheduler.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.broker.AccessList;
import io.metasched.resource.broker.AgentNode;
import io.metasched.resource.broker.NodeDemand;
import io.metasched.resource.broker.TableLimits;
import io.metasched.resource.broker.Task;
import io.metasched.resource.model.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Several brokers on shared agents, under random interleavings of messages, losses and returns. */
final class BrokersPropertyTest {
  private static final int COURSES = 400;
  private static final int STEPS = 150;

  /** One random run, with the ids of the tasks given to each broker. */
  private static final class Course {
    private final SplittableRandom random;
    private final BrokerNetwork network;
    private final List<TreeSet<Long>> submitted = new ArrayList<>();
    private final boolean withLosses;
    private long tasks;
    private int restarts;
    private boolean hasLost;

    Course(long seed) {
      random = new SplittableRandom(seed);
      withLosses = random.nextInt(4) > 0;
      int brokers = 1 + random.nextInt(3);
      var nodes = new ArrayList<List<AgentNode>>();
      for (int agent = random.nextInt(4); agent >= 0; agent--) {
        var ofAgent = new ArrayList<AgentNode>();
        for (int id = random.nextInt(3); id >= 0; id--) {
          ofAgent.add(new AgentNode(id, "n", "c", "f", 1, 1, 100));
        }
        nodes.add(ofAgent);
      }
      var limits = new TableLimits(85, 1 + random.nextInt(4));
      var rules = new BrokerRules(1 + random.nextInt(8), 2, 9, 3 + random.nextInt(9), 6);
      network = new BrokerNetwork(brokers, nodes, limits, rules);
      for (int broker = 0; broker < brokers; broker++) {
        submitted.add(new TreeSet<>());
        network.collect(broker);
      }
    }

    void run() {
      for (int step = 0; step < STEPS; step++) {
        step();
        network.assertWithinLimits();
        if (!hasLost) {
          network.assertReservedOnce();
        }
      }
      List.copyOf(network.lost).forEach(network::bringBack);
      network.deliverAll();
      network.now += network.rules.holdTicks() + 1; // holds without a commit expire
      network.agents.values().forEach(book -> book.lapse(network.now));
      network.assertAgreement();
      assertNoneIsLost();
    }

    private void step() {
      int broker = random.nextInt(network.brokers.size());
      int agent = random.nextInt(network.agents.size());
      switch (random.nextInt(24)) {
        case 0, 1, 2 -> submit(broker);
        case 3 -> network.now++;
        case 4 -> exclude(broker);
        case 5 -> cancel(broker);
        case 6 -> turn(agent);
        case 7 -> restart(broker);
        default -> {
          if (network.hasMessages()) {
            network.deliver(random);
          }
        }
      }
    }

    private void submit(int broker) {
      var batch = new ArrayList<Task>();
      for (int i = random.nextInt(5); i >= 0; i--) {
        var span = Span.of(network.now + random.nextInt(30), 1 + random.nextInt(15));
        var access = random.nextBoolean() ? AccessList.OPEN : AccessList.of("ann");
        batch.add(new Task(tasks, span, 1 + random.nextInt(90), NodeDemand.NONE, access));
        submitted.get(broker).add(tasks++);
      }
      network.submit(broker, batch.toArray(new Task[0]));
    }

    private void exclude(int broker) {
      network.brokers.get(broker).excludeSilent();
      network.collect(broker);
    }

    private void cancel(int broker) {
      network.brokers.get(broker).cancel("bob", random.nextInt(1 + (int) tasks));
      network.collect(broker);
    }

    private void turn(int agent) {
      if (network.lost.contains(agent)) {
        network.bringBack(agent);
      } else if (withLosses && random.nextInt(3) == 0) {
        hasLost = true;
        network.lose(agent);
      }
    }

    private void restart(int broker) {
      if (withLosses) {
        restarts++;
        network.restart(broker);
      }
    }

    /** Checks that each task is placed or has an outcome that gives a reason. */
    private void assertNoneIsLost() {
      for (int broker = 0; broker < submitted.size(); broker++) {
        var placed = network.brokers.get(broker).placed().keySet();
        var outcomes = new TreeMap<>(network.outcomes.get(broker));
        for (long task : submitted.get(broker)) {
          var outcome = outcomes.get(task);
          assertThat(outcome).as("outcome of task %d", task).isNotNull();
          if (!placed.contains(task)) {
            assertThat(outcome).isNotInstanceOf(TaskOutcome.Placed.class);
          }
        }
        assertThat(submitted.get(broker)).containsAll(placed);
      }
    }
  }

  @Test
  void noCapacityIsTakenTwiceAndNoTaskIsLost() {
    long first = Long.getLong("metasched.tests.seed", 1) * 1_000_000;
    int placed = 0;
    int restarts = 0;

    for (long seed = first; seed < first + COURSES; seed++) {
      try {
        var course = new Course(seed);
        course.run();
        restarts += course.restarts;
        for (var core : course.network.brokers) {
          placed += core.placed().size();
        }
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed %d: %s".formatted(seed, e.getMessage()), e);
      }
    }

    assertThat(placed).isGreaterThan(10 * COURSES);
    assertThat(restarts).isGreaterThan(COURSES / 2);
  }
}
