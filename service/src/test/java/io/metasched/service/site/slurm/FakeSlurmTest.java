package io.metasched.service.site.slurm;

import io.metasched.service.fake.FakeSlurm;
import io.metasched.service.run.GivenClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/** Contract of Slurm, checked on the simulated Slurm. */
final class FakeSlurmTest extends SlurmContract {
  private final GivenClock clock = new GivenClock(Instant.parse("2026-03-01T10:00:00.200Z"));
  private final FakeSlurm slurm =
      new FakeSlurm(clock, IntStream.rangeClosed(1, 8).mapToObj(i -> "n" + i).toList(), Work::of);

  @Override
  SlurmCommands slurm() {
    return slurm;
  }

  @Override
  Instant now() {
    return clock.instant();
  }

  @Override
  void pass(Duration time) {
    clock.advance(time);
  }

  @Override
  void drain(String node, String reason) {
    slurm.drain(node, reason);
  }

  @Override
  void resume(String node) {
    slurm.resume(node);
  }

  @Override
  void maintain(String name, Instant start, Instant end, String node) throws SlurmException {
    slurm.maintain(name, start, end, List.of(node));
  }

  @Override
  String output() {
    return "/tmp";
  }
}
