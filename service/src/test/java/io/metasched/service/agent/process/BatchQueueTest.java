package io.metasched.service.agent.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.fake.FakeBatch;
import io.metasched.service.fake.FakeSlurm;
import io.metasched.service.run.RunId;
import io.metasched.service.site.slurm.CalendarRules;
import io.metasched.service.site.slurm.NewReservation;
import io.metasched.service.site.slurm.SlurmCommands;
import io.metasched.service.site.slurm.SlurmRefusal;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exchange with a simulated Slurm that refuses some commands. */
final class BatchQueueTest {
  private static final CalendarRules RULES =
      new CalendarRules("main", "ms-", List.of("root"), Duration.ZERO, false);

  @TempDir private Path folder;
  private final AtomicInteger extensions = new AtomicInteger();

  /** Returns the commands of a site that refuses to move limits of jobs. */
  private SlurmCommands withFixedLimits(FakeSlurm site) {
    return (SlurmCommands)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {SlurmCommands.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("extend")) {
                extensions.incrementAndGet();
                throw new SlurmRefusal(SlurmRefusal.Reason.NOT_PERMITTED, "Access denied");
              }
              try {
                return method.invoke(site, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void refusedMoveOfALimitIsNotRepeatedSoon() throws Exception {
    var now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    var spec =
        TestedAgent.spec("a", "true")
            .withWindowStart(now.plusSeconds(60))
            .withWindowEnd(now.plusSeconds(600));
    var clock = Clock.systemUTC();
    var site =
        new FakeSlurm(clock, List.of(spec.node()), job -> FakeBatch.of(Duration.ofHours(1), 0));
    site.create(
        new NewReservation(
            "ms-" + spec.id(),
            now.plusSeconds(1),
            spec.windowEnd(),
            List.of(spec.node()),
            RULES.users(),
            List.of()));
    var runs = new TreeMap<RunId, BatchRun>();
    runs.put(spec.id(), new BatchRun(spec, new RunFolder(spec.id(), folder)));
    var owner = new ExecutorThread("owner");
    var texts = new BatchJobs(BatchSettings.of(RULES, new TreeMap<>()), BatchUsers.OF_AGENT);
    var queue = new BatchQueue(withFixedLimits(site), texts, clock, owner, runs);
    try {
      queue.start();
      TestedAgent.until("its limit is to be moved", () -> extensions.get() > 0);

      TimeUnit.SECONDS.sleep(4); // there is a query each second
      assertThat(extensions).hasValue(1);
    } finally {
      queue.close();
      owner.shutDown();
    }
  }
}
