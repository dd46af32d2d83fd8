package io.metasched.lab.bench.cyclic;

import com.sun.management.OperatingSystemMXBean;
import io.metasched.lab.bench.cyclic.ScalingBenchSize.Driver;
import io.metasched.lab.bench.cyclic.ScalingBenchSize.Setting;
import io.metasched.lab.bench.cyclic.ScalingRow.Spent;
import io.metasched.metascheduler.deployment.ProcessMemory;
import io.metasched.simulation.driver.ActorDriver;
import io.metasched.simulation.kernel.EngineLoop;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.system.cyclic.CyclicInstance;
import io.metasched.simulation.system.cyclic.actor.CyclicBlueprint;
import io.metasched.simulation.system.cyclic.model.Scenario;
import io.metasched.simulation.system.cyclic.rows.CycleRow;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.PlacementRowsDigest;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Measurement of a run in this JVM, by the engine or through actors. */
final class LocalScaling {
  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private LocalScaling() {}

  private record Reading(long nanos, long processorNanos) {
    static Reading now() {
      return new Reading(System.nanoTime(), PROCESS.getProcessCpuTime());
    }
  }

  static ScalingRow row(
      Setting setting, CyclicInstance instance, Scenario scenario, String version) {
    ProcessMemory.resetPeak();
    var begin = new AtomicReference<@Nullable Reading>();
    Progress progress =
        (policy, done, expected) -> {
          if (done == ScalingMeasure.CYCLES_TAKEN_FOR_WARMTH) {
            begin.set(Reading.now());
          }
        };
    var result = run(setting.driver(), instance, scenario, version, progress);
    var end = Reading.now();
    var begun = Objects.requireNonNull(begin.get());
    double processorSeconds = (end.processorNanos() - begun.processorNanos()) / 1e9;
    return new ScalingRow(
        setting,
        0,
        (end.nanos() - begun.nanos()) / 1e9,
        result.cycles().stream().filter(c -> c.cycle() > 0).mapToLong(CycleRow::slots).sum(),
        List.of(new Spent(processorSeconds, ProcessMemory.mostBytes(), 0, 0)),
        PlacementRowsDigest.of(result.placements()),
        0,
        Optional.empty());
  }

  private static CyclicRun run(
      Driver driver,
      CyclicInstance instance,
      Scenario scenario,
      String version,
      Progress progress) {
    var policy = scenario.policies().get(0);
    if (driver == Driver.ENGINE) {
      return EngineLoop.run(instance.begin(policy, progress), version);
    }
    try (var actors = ActorDriver.<CyclicRun>of(false, CyclicBlueprint::of)) {
      return actors.run(instance, policy.name(), version, progress);
    }
  }
}
