package io.metasched.simulation.actor

import java.util.concurrent.ConcurrentLinkedQueue

import scala.jdk.CollectionConverters._

import akka.actor.{DeadLetter, UnhandledMessage}
import akka.actor.typed.scaladsl.adapter._
import akka.actor.typed.scaladsl.Behaviors
import akka.actor.typed.{ActorSystem, Behavior}
import com.typesafe.config.{Config, ConfigFactory}
import io.metasched.metascheduler.config.MetaschedulerSettings
import io.metasched.resource.config.DomainSettings
import io.metasched.simulation.config.DriverSettings
import io.metasched.simulation.engine.Progress
import io.metasched.simulation.engine.Scenarios.Setting
import io.metasched.simulation.random.Seeds
import io.metasched.simulation.result.{RunHeader, RunResult}
import io.metasched.simulation.twolevel.{GridJob, TwoLevelOutcome, TwoLevelSetting}

/** How actors are run in a test: on how many threads, how late their messages are, how they ask domains. */
final case class Stage(
    threads: Int = 2,
    throughput: Int = 5,
    late: Option[Long] = None,
    spareParts: Int = 8,
    wholeListShare: String = "0.5",
    shortList: Int = 128,
    free: Boolean = false,
    oneThread: Boolean = false
) {
  private val strays = new ConcurrentLinkedQueue[String]

  private def config: Config = ConfigFactory
    .parseString(s"""
      akka.actor.default-dispatcher {
        throughput = $throughput
        fork-join-executor { parallelism-min = $threads, parallelism-max = $threads }
      }
      ${late.fold("")(seed => s"""akka.actor.default-mailbox {
        mailbox-type = "${classOf[WaywardMailbox].getName}"
        seed = $seed
      }""")}
      metasched.metascheduler.spare-parts = $spareParts
      metasched.resource.domain { whole-list-share = $wholeListShare, short-list = $shortList }
      akka.loggers = []
      akka.loglevel = OFF
      akka.stdout-loglevel = OFF
      """)
    .withFallback(ConfigFactory.load())

  /** Runs it; what got lost on the way is a failure. */
  def play(setting: Setting): RunResult =
    losingNothing(new ActorDriver(free, settings, systems)) {
      _.run(setting.world, setting.name, setting.policy, "test", Progress.NONE)
    }

  /** Replays jobs on two levels; what got lost on the way is a failure. */
  def replay(jobs: java.util.List[GridJob], setting: TwoLevelSetting, seeds: Seeds): TwoLevelOutcome =
    losingNothing(new TwoLevelActors(settings, systems))(_.run(jobs, setting, seeds, _ => ()))

  private def settings = new ActorSettings(
    DomainSettings.read(config),
    MetaschedulerSettings.read(config),
    new DriverSettings(if (oneThread) 1000 else 0)
  )

  private def systems = new Playhouse.Systems {
    override def start[T](guardian: Behavior[T], name: String): ActorSystem[T] = watched(guardian, name)
  }

  private def losingNothing[D <: AutoCloseable, R](driver: D)(run: D => R): R = {
    val result =
      try run(driver)
      finally driver.close()
    if (!strays.isEmpty) throw new AssertionError("messages got lost: " + strays.asScala.take(5).mkString("; "))
    result
  }

  private def watched[T](guardian: Behavior[T], name: String): ActorSystem[T] = {
    val system = ActorSystem(guardian, name, config)
    val watcher = system.systemActorOf(
      Behaviors.receiveMessage[AnyRef] {
        case lost: DeadLetter if !lost.recipient.path.elements.toSeq.startsWith(Seq("user")) => Behaviors.same
        case lost => strays.add(lost.toString); Behaviors.same
      },
      "strays"
    )
    system.toClassic.eventStream.subscribe(watcher.toClassic, classOf[DeadLetter])
    system.toClassic.eventStream.subscribe(watcher.toClassic, classOf[UnhandledMessage])
    system
  }
}

object Stage {

  /** The same result, but for the driver's name. */
  def anonymous(run: RunResult): RunResult = {
    val h = run.header
    val header = new RunHeader(
      h.scenario,
      h.policy,
      "",
      h.seed,
      h.version,
      h.granularityTicks,
      h.periodTicks,
      h.horizonTicks,
      h.planningTicks,
      h.organizations,
      h.users,
      h.budgetPerCycleMilli,
      h.refundsUnused,
      h.endTick,
      h.cycles,
      h.failedCycles,
      h.complete
    )
    new RunResult(header, run.nodes, run.jobs, run.placements, run.local, run.payments, run.decisions, run.cycles)
  }
}
