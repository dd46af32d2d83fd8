package io.metasched.lab.bench.whatif;

import io.metasched.resource.provider.ReservationRequest;
import io.metasched.resource.provider.probe.ClusterState;
import io.metasched.resource.provider.probe.ExecutionPlans;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** JMH benchmarks of probes for a reservation on a full cluster with a queue. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class WhatIfBenchmark {

  /** Cluster with queued jobs. */
  @State(Scope.Thread)
  public static class Cluster {
    @Param({"100", "1000"})
    public int jobs;

    @Param("24")
    public int backlogHours;

    private ProbeFixture ground;

    @Setup
    public void fill() {
      ground = new ProbeFixture(jobs, backlogHours);
    }

    final ProbeFixture ground() {
      return ground;
    }
  }

  /** Requests of one book-ahead time. */
  public static class Requests extends Cluster {
    @Param({"0", "2", "4", "6", "12", "24"})
    public int aheadHours;

    List<ReservationRequest> all() {
      return ground().requests(aheadHours);
    }
  }

  /** Requests, each with a state in which the original plan is already computed. */
  public static class Planned extends Requests {
    private final List<ClusterState> states = new ArrayList<>();

    /** Creates the original plans. */
    @Setup(Level.Invocation)
    public void plan() {
      states.clear();
      for (int i = 0; i < ProbeFixture.WIDTHS; i++) {
        states.add(ground().with(ground().plans()));
      }
    }
  }

  /** Creates the original plan. */
  @Benchmark
  public ExecutionPlans original(Cluster state) {
    return state.ground().plans();
  }

  /** Probes with plans that continue from the original plan. */
  @Benchmark
  @OperationsPerInvocation(ProbeFixture.WIDTHS)
  public void probe(Planned state, Blackhole hole) {
    var requests = state.all();
    for (int i = 0; i < ProbeFixture.WIDTHS; i++) {
      hole.consume(ProbeFixture.probe(requests.get(i), state.states.get(i)));
    }
  }

  /** Probes with plans from scratch. */
  @Benchmark
  @OperationsPerInvocation(ProbeFixture.WIDTHS)
  public void scratch(Requests state, Blackhole hole) {
    for (var request : state.all()) {
      hole.consume(ProbeFixture.probe(request, state.ground().fromScratch()));
    }
  }
}
