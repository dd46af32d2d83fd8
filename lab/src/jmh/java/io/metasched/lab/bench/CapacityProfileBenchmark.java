package io.metasched.lab.bench;

import io.metasched.resource.profile.CapacityProfile;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One more reservation in a profile full of them. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CapacityProfileBenchmark {

  @Param({"1000", "100000"})
  public int reservations;

  private CapacityProfile profile;
  private ScatteredRequests requests;

  /** Fills the profile. */
  @Setup
  public void fill() {
    profile = new CapacityProfile(0, ScatteredRequests.PROCESSORS);
    requests = new ScatteredRequests(reservations, 1);
    for (int i = 0; i < reservations; i++) {
      long length = requests.length();
      int processors = requests.processors();
      long start = profile.earliestStart(requests.ready(), length, processors);
      profile.hold(start, start + length, processors);
    }
  }

  /** The earliest start of a request, held and released again. */
  @Benchmark
  public long fitHoldAndRelease() {
    long length = requests.length();
    int processors = requests.processors();
    long start = profile.earliestStart(requests.ready(), length, processors);
    profile.hold(start, start + length, processors);
    profile.release(start, start + length, processors);
    return start;
  }
}
