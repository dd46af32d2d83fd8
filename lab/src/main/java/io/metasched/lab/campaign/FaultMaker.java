package io.metasched.lab.campaign;

import io.metasched.lab.campaign.TcpProxy.Mode;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Injector of the faults of a schedule. */
final class FaultMaker {
  private static final long MOST_STEP = 3000;
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  // two comparisons of a site with the book, and the answers to both
  private static final Duration RECOVERY = Duration.ofSeconds(30);

  private final TestedSystem system;
  private final List<String> made = new ArrayList<>();
  private Optional<Instant> stepped = Optional.empty(); // first step of the clock

  FaultMaker(TestedSystem system) {
    this.system = system;
  }

  /** Returns the names of the injected faults. */
  List<String> made() {
    return List.copyOf(made);
  }

  void make(List<ServiceFault> faults) throws IOException, InterruptedException {
    for (var fault : faults) {
      TimeUnit.MILLISECONDS.sleep(fault.pauseMillis());
      if (isPossible(fault.kind())) {
        made.add(fault.kind().label());
        var from = Instant.now();
        make(fault);
        restless(from);
      }
    }
  }

  /** Tells sites that the service or a site could not work as usual from an instant until now. */
  private void restless(Instant from) {
    var until = Instant.now().plus(RECOVERY);
    system.slurms().forEach(site -> site.recorder().restless(from, until));
  }

  private boolean isPossible(ServiceFault.Kind kind) {
    return switch (kind.need()) {
      case DISK -> system.disk().isMounted();
      case STALLABLE_DISK -> system.disk().isStallable();
      case SERVICE, POSTGRES, SECOND_HOST, AGENT, SITE -> true;
    };
  }

  private void make(ServiceFault fault) throws IOException, InterruptedException {
    long millis = fault.millis();
    switch (fault.kind()) {
      case KILL_SERVICE -> {
        system.service().kill();
        startService();
      }
      case KILL_SERVICE_TWICE -> {
        system.service().kill();
        system.launchService();
        TimeUnit.MILLISECONDS.sleep(millis);
        system.service().kill();
        startService();
      }
      case END_SERVICE -> {
        system.service().end();
        startService();
      }
      case PAUSE_SERVICE -> pause(system.service(), millis);
      case RESET_CLIENTS -> system.api().reset();
      case STEP_CLOCK -> {
        stepped = stepped.or(() -> Optional.of(Instant.now()));
        system.setClock(Duration.ofMillis(step(millis)));
      }
      case FILL_DISK -> {
        system.disk().fill();
        TimeUnit.MILLISECONDS.sleep(millis);
        system.disk().free();
        if (system.scenario().inPostgres()) {
          system.postgres().awaitReady();
        }
      }
      case STALL_DISK -> system.disk().stall(millis);
      case SLOW_DISK -> system.disk().slowDown(millis);
      case KILL_DATABASE -> {
        system.postgres().kill();
        system.postgres().awaitReady();
      }
      case CRASH_DATABASE -> {
        system.postgres().crash();
        system.postgres().awaitReady();
      }
      case RESTART_DATABASE -> {
        system.postgres().end();
        system.postgres().awaitReady();
      }
      case PAUSE_DATABASE -> pauseDatabase(millis);
      case STALL_DATABASE_LINK -> stallDatabaseLink(millis);
      case RESET_DATABASE_LINK -> system.postgres().link().reset();
      case TAKE_OVER -> {
        var second = system.launchSecond();
        TimeUnit.MILLISECONDS.sleep(millis);
        system.service().kill();
        system.follow(second);
        system.awaitService();
      }
      case PAUSED_TAKE_OVER -> takeOverPaused(millis);
      case KILL_AGENT -> {
        agent(millis).jvm().kill();
        agent(millis).launch();
      }
      case KILL_BOTH -> {
        agent(millis).jvm().kill();
        system.service().kill();
        agent(millis).launch();
        startService();
      }
      case PAUSE_AGENT -> pause(agent(millis).jvm(), millis);
      case CUT_LINK -> link(Mode.CUT, Mode.CUT, millis);
      case STALL_LINK -> link(Mode.STALLED, Mode.STALLED, millis);
      case STALL_ORDERS -> link(Mode.OPEN, Mode.STALLED, millis);
      case STALL_FACTS -> link(Mode.STALLED, Mode.OPEN, millis);
      case RESET_LINK -> {
        system.facts().reset();
        system.agents().forEach(agent -> agent.orders().reset());
      }
      case FAIL_COMMANDS -> site(millis).failCommands(millis);
      case SLOW_SITE -> site(millis).slowDown(millis);
      case RESTART_SITE -> site(millis).forget(millis);
      case MAINTAIN_NODE -> site(millis).maintain(millis);
      case DRAIN_NODE -> site(millis).drain(millis, millis);
      case FAIL_NODE -> site(millis).failNode(millis, millis);
      case DELETE_RESERVATION -> site(millis).deleteHold(millis);
    }
  }

  private TestedAgent agent(long choice) {
    return system.agents().get((int) (choice % system.agents().size()));
  }

  private TestedSlurm site(long choice) {
    return system.slurms().get((int) (choice % system.slurms().size()));
  }

  /**
   * Makes a second service take over while the first one is paused. The first service detects the
   * takeover when it continues, and terminates.
   */
  private void takeOverPaused(long millis) throws IOException, InterruptedException {
    var first = system.service();
    var second = system.launchElsewhere();
    TimeUnit.MILLISECONDS.sleep(millis);
    first.pause();
    try {
      system.moveTo(second);
      system.awaitService();
    } finally {
      first.resume();
    }
    if (!first.endsWithin(PATIENCE)) {
      throw new IOException("a service whose lease was taken over does not end: see service.log");
    }
  }

  private void startService() throws IOException {
    system.launchService();
    system.awaitService();
  }

  /** Returns a clock step in either direction, in milliseconds. */
  private static long step(long millis) {
    return millis % 2 == 0 ? millis % MOST_STEP : -(millis % MOST_STEP);
  }

  private static void pause(TestedJvm jvm, long millis) throws InterruptedException {
    jvm.pause();
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } finally {
      jvm.resume();
    }
  }

  private void pauseDatabase(long millis) throws InterruptedException {
    system.postgres().pause();
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } finally {
      system.postgres().resume();
    }
  }

  private void stallDatabaseLink(long millis) throws InterruptedException {
    system.postgres().link().set(Mode.STALLED);
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } finally {
      system.postgres().link().set(Mode.OPEN);
    }
  }

  private void link(Mode facts, Mode orders, long millis) throws InterruptedException {
    system.facts().set(facts);
    system.agents().forEach(agent -> agent.orders().set(orders));
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } finally {
      system.facts().set(Mode.OPEN);
      system.agents().forEach(agent -> agent.orders().set(Mode.OPEN));
    }
  }

  /** Resets the clock, and starts the processes that are not running. */
  void heal() throws IOException, InterruptedException {
    var from = Instant.now();
    system.setClock(Duration.ZERO);
    if (system.scenario().inPostgres()) {
      system.postgres().awaitReady();
    }
    if (!system.service().isAlive()) {
      startService();
    }
    for (var agent : system.agents()) {
      if (!agent.jvm().isAlive()) {
        agent.launch();
      }
    }
    for (var site : system.slurms()) {
      site.heal();
    }
    restless(stepped.orElse(from));
  }
}
