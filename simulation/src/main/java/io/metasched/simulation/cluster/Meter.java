package io.metasched.simulation.cluster;

import akka.actor.AbstractExtensionId;
import akka.actor.Address;
import akka.actor.ExtendedActorSystem;
import akka.actor.Extension;
import akka.actor.typed.ActorSystem;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what runs send from an actor system to others, by receiver, since it has started. There is
 * one for each actor system, of which a test has several in one JVM; any thread may count.
 */
final class Meter implements Extension {
  private static final Id ID = new Id();
  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final ConcurrentHashMap<Address, Count> sent = new ConcurrentHashMap<>();

  private static final class Id extends AbstractExtensionId<Meter> {
    @Override
    public Meter createExtension(ExtendedActorSystem system) {
      return new Meter();
    }
  }

  private static final class Count {
    final LongAdder messages = new LongAdder();
    final LongAdder bytes = new LongAdder();
  }

  private Meter() {}

  static Meter of(akka.actor.ActorSystem system) {
    return ID.get(system);
  }

  static Meter of(ActorSystem<?> system) {
    return of(system.classicSystem());
  }

  void count(Address receiver, int bytes) {
    var count = sent.computeIfAbsent(receiver, r -> new Count());
    count.messages.increment();
    count.bytes.add(bytes);
  }

  /** What has been counted so far. */
  Counted counted() {
    var all = new TreeMap<String, Counted.Sent>();
    sent.forEach(
        (to, count) ->
            all.put(Muster.place(to), new Counted.Sent(count.messages.sum(), count.bytes.sum())));
    return new Counted(ProcessHandle.current().pid(), PROCESS.getProcessCpuTime(), all);
  }
}
