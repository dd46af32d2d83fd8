package io.metasched.lab.campaign;

import io.metasched.lab.campaign.TcpProxy.Mode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Injector of the faults of a schedule. */
final class FaultMaker {
  private static final long MOST_STEP = 3000;
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final TestedSite site;
  private final List<String> made = new ArrayList<>();

  FaultMaker(TestedSite site) {
    this.site = site;
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
        make(fault);
      }
    }
  }

  private boolean isPossible(ServiceFault.Kind kind) {
    return switch (kind.need()) {
      case DISK -> site.disk().isMounted();
      case STALLABLE_DISK -> site.disk().isStallable();
      case SERVICE, POSTGRES, SECOND_HOST, AGENT -> true;
    };
  }

  private void make(ServiceFault fault) throws IOException, InterruptedException {
    long millis = fault.millis();
    switch (fault.kind()) {
      case KILL_SERVICE -> {
        site.service().kill();
        startService();
      }
      case KILL_SERVICE_TWICE -> {
        site.service().kill();
        site.launchService();
        TimeUnit.MILLISECONDS.sleep(millis);
        site.service().kill();
        startService();
      }
      case END_SERVICE -> {
        site.service().end();
        startService();
      }
      case PAUSE_SERVICE -> pause(site.service(), millis);
      case RESET_CLIENTS -> site.api().reset();
      case STEP_CLOCK -> site.setClock(Duration.ofMillis(step(millis)));
      case FILL_DISK -> {
        site.disk().fill();
        TimeUnit.MILLISECONDS.sleep(millis);
        site.disk().free();
        if (site.scenario().inPostgres()) {
          site.postgres().awaitReady();
        }
      }
      case STALL_DISK -> site.disk().stall(millis);
      case SLOW_DISK -> site.disk().slowDown(millis);
      case KILL_DATABASE -> {
        site.postgres().kill();
        site.postgres().awaitReady();
      }
      case CRASH_DATABASE -> {
        site.postgres().crash();
        site.postgres().awaitReady();
      }
      case RESTART_DATABASE -> {
        site.postgres().end();
        site.postgres().awaitReady();
      }
      case PAUSE_DATABASE -> pauseDatabase(millis);
      case STALL_DATABASE_LINK -> stallDatabaseLink(millis);
      case RESET_DATABASE_LINK -> site.postgres().link().reset();
      case TAKE_OVER -> {
        var second = site.launchSecond();
        TimeUnit.MILLISECONDS.sleep(millis);
        site.service().kill();
        site.follow(second);
        site.awaitService();
      }
      case PAUSED_TAKE_OVER -> takeOverPaused(millis);
      case KILL_AGENT -> {
        site.agent().kill();
        site.launchAgent();
      }
      case KILL_BOTH -> {
        site.agent().kill();
        site.service().kill();
        site.launchAgent();
        startService();
      }
      case PAUSE_AGENT -> pause(site.agent(), millis);
      case CUT_LINK -> link(Mode.CUT, Mode.CUT, millis);
      case STALL_LINK -> link(Mode.STALLED, Mode.STALLED, millis);
      case STALL_ORDERS -> link(Mode.OPEN, Mode.STALLED, millis);
      case STALL_FACTS -> link(Mode.STALLED, Mode.OPEN, millis);
      case RESET_LINK -> {
        site.facts().reset();
        site.orders().reset();
      }
    }
  }

  /**
   * Makes a second service take over while the first one is paused. The first service detects the
   * takeover when it continues, and terminates.
   */
  private void takeOverPaused(long millis) throws IOException, InterruptedException {
    var first = site.service();
    var second = site.launchElsewhere();
    TimeUnit.MILLISECONDS.sleep(millis);
    first.pause();
    try {
      site.moveTo(second);
      site.awaitService();
    } finally {
      first.resume();
    }
    if (!first.endsWithin(PATIENCE)) {
      throw new IOException("a service whose lease was taken over does not end: see service.log");
    }
  }

  private void startService() throws IOException {
    site.launchService();
    site.awaitService();
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
    site.postgres().pause();
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } finally {
      site.postgres().resume();
    }
  }

  private void stallDatabaseLink(long millis) throws InterruptedException {
    site.postgres().link().set(Mode.STALLED);
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } finally {
      site.postgres().link().set(Mode.OPEN);
    }
  }

  private void link(Mode facts, Mode orders, long millis) throws InterruptedException {
    site.facts().set(facts);
    site.orders().set(orders);
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } finally {
      site.facts().set(Mode.OPEN);
      site.orders().set(Mode.OPEN);
    }
  }

  /** Resets the clock, and starts the processes that are not running. */
  void heal() throws IOException, InterruptedException {
    site.setClock(Duration.ZERO);
    if (site.scenario().inPostgres()) {
      site.postgres().awaitReady();
    }
    if (!site.service().isAlive()) {
      startService();
    }
    if (site.scenario().hasAgent() && !site.agent().isAlive()) {
      site.launchAgent();
    }
  }
}
