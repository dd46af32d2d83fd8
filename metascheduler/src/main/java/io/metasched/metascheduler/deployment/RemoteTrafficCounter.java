package io.metasched.metascheduler.deployment;

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
 * Counter of the messages that the actors of one actor system send to other actor systems, by
 * receiver, since its start. Each actor system has a counter, because tests have several systems in
 * one JVM. Thread-safe.
 */
final class RemoteTrafficCounter implements Extension {
  private static final Id ID = new Id();
  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final ConcurrentHashMap<Address, Count> sent = new ConcurrentHashMap<>();

  private static final class Id extends AbstractExtensionId<RemoteTrafficCounter> {
    @Override
    public RemoteTrafficCounter createExtension(ExtendedActorSystem system) {
      return new RemoteTrafficCounter();
    }
  }

  private static final class Count {
    final LongAdder messages = new LongAdder();
    final LongAdder bytes = new LongAdder();
  }

  private RemoteTrafficCounter() {}

  static RemoteTrafficCounter of(akka.actor.ActorSystem system) {
    return ID.get(system);
  }

  static RemoteTrafficCounter of(ActorSystem<?> system) {
    return of(system.classicSystem());
  }

  void count(Address receiver, int bytes) {
    var count = sent.computeIfAbsent(receiver, r -> new Count());
    count.messages.increment();
    count.bytes.add(bytes);
  }

  /** Returns the statistics so far. */
  NodeStats counted() {
    var all = new TreeMap<String, NodeStats.Sent>();
    sent.forEach(
        (to, count) ->
            all.put(
                ClusterMembers.place(to),
                new NodeStats.Sent(count.messages.sum(), count.bytes.sum())));
    return new NodeStats(
        ProcessHandle.current().pid(), PROCESS.getProcessCpuTime(), ProcessMemory.mostBytes(), all);
  }
}
