package io.metasched.metascheduler.deployment;

import akka.event.EventStream;
import akka.remote.FailureDetector;
import com.typesafe.config.Config;
import java.time.Duration;

/**
 * Failure detector that tolerates pauses of this JVM: a member is available until it has been
 * silent for longer than allowed. The silence is measured by {@link RunningTime}, so pauses of this
 * JVM do not count. Time in which this JVM made no checks does not count either, because answers
 * then wait unread. On a busy machine, a member may be silent for longer, up to a limit.
 * conf/cluster.conf names this class and contains its times. Thread-safe.
 */
public final class PauseAwareFailureDetector implements FailureDetector {
  private static final long NEVER = Long.MIN_VALUE;

  private final RunningTime time;
  private final Duration interval;
  private final Duration acceptable;
  private final double mostExtension;
  private long heard = NEVER;
  private long looked;

  /** Creates the detector; the library calls this constructor. */
  public PauseAwareFailureDetector(Config config, EventStream events) {
    this(config, RunningTime.ofThisJvm());
  }

  PauseAwareFailureDetector(Config config, RunningTime time) {
    this.time = time;
    interval = config.getDuration("heartbeat-interval");
    acceptable = config.getDuration("acceptable-heartbeat-pause");
    mostExtension = config.getDouble("most-extension");
    looked = time.nanos();
  }

  @Override
  public synchronized boolean isAvailable() {
    long now = time.nanos();
    long since = Math.max(looked, heard);
    looked = now;
    if (heard == NEVER) {
      return true;
    }
    heard += Math.max(0, now - since - 2 * interval.toNanos());
    double extension = Math.min(time.slowdown(), mostExtension);
    return now - heard <= extension * acceptable.plus(interval).toNanos();
  }

  @Override
  public synchronized boolean isMonitoring() {
    return heard != NEVER;
  }

  @Override
  public synchronized void heartbeat() {
    heard = time.nanos();
  }
}
