package io.metasched.service.campaign;

import io.metasched.service.campaign.TcpProxy.Mode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Does to a service what a schedule says. */
final class FaultMaker {
  private static final long MOST_STEP = 3000;

  private final TestedSite site;
  private final List<String> made = new ArrayList<>();

  FaultMaker(TestedSite site) {
    this.site = site;
  }

  /** What was done, by name. */
  List<String> made() {
    return List.copyOf(made);
  }

  void make(List<Fault> faults) throws IOException, InterruptedException {
    for (var fault : faults) {
      TimeUnit.MILLISECONDS.sleep(fault.pauseMillis());
      if (fault.kind() != Fault.Kind.FILL_DISK || site.disk().isMounted()) {
        made.add(fault.kind().label());
        make(fault);
      }
    }
  }

  private void make(Fault fault) throws IOException, InterruptedException {
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
      }
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

  private void startService() throws IOException {
    site.launchService();
    site.awaitService();
  }

  /** To both sides. */
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

  /** Puts the clock right, and starts what does not run. */
  void heal() throws IOException {
    site.setClock(Duration.ZERO);
    if (!site.service().isAlive()) {
      startService();
    }
    if (site.scenario().hasAgent() && !site.agent().isAlive()) {
      site.launchAgent();
    }
  }
}
