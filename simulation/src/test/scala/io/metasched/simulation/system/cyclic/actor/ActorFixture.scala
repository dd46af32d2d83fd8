package io.metasched.simulation.system.cyclic.actor

import io.metasched.simulation.driver.ActorSettings
import io.metasched.simulation.driver.ActorSystemRunner
import io.metasched.simulation.driver.ActorDriver
import io.metasched.simulation.system.cyclic.model.Scenario.NamedPolicy
import io.metasched.simulation.system.twolevel.actor.TwoLevelBlueprint

import java.util.concurrent.ConcurrentLinkedQueue

import scala.jdk.CollectionConverters._

import akka.actor.{DeadLetter, UnhandledMessage}
import akka.actor.typed.scaladsl.adapter._
import akka.actor.typed.scaladsl.Behaviors
import akka.actor.typed.{ActorSystem, Behavior}
import com.typesafe.config.{Config, ConfigFactory}
import io.metasched.metascheduler.config.MetaschedulerSettings
import io.metasched.resource.config.DomainSettings
import io.metasched.simulation.driver.config.DriverSettings
import io.metasched.simulation.kernel.Progress
import io.metasched.simulation.system.cyclic.Scenarios.Setting
import io.metasched.simulation.random.Seeds
import io.metasched.simulation.rows.RunTitle
import io.metasched.simulation.system.cyclic.rows.CyclicRun
import io.metasched.simulation.system.twolevel.model.{GridJob, TwoLevelScenario, TwoLevelSetting}
import io.metasched.simulation.system.twolevel.TwoLevelInstance
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun

/** Settings of actors in a test: threads, message delays, and requests to domains. */
final case class ActorFixture(
    threads: Int = 2,
    throughput: Int = 5,
    late: Option[Long] = None,
    spareParts: Int = 8,
    wholeListShare: String = "0.5",
    shortList: Int = 128,
    commandsInFlight: Int = 4096,
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
        mailbox-type = "${classOf[io.metasched.simulation.driver.DelayingMailbox].getName}"
        seed = $seed
      }""")}
      metasched.metascheduler.spare-parts = $spareParts
      metasched.resource.domain { whole-list-share = $wholeListShare, short-list = $shortList }
      metasched.resource.domain.most-commands-in-flight = $commandsInFlight
      akka.loggers = []
      akka.loglevel = OFF
      akka.stdout-loglevel = OFF
      """)
    .withFallback(ConfigFactory.load())

  /** Runs the scenario; a dropped message is a failure. */
  def run(setting: Setting): CyclicRun =
    losingNothing(
      new ActorDriver[CyclicRun](
        free,
        settings,
        (_, _, s) => new CyclicBlueprint(setting.instance, new NamedPolicy(setting.name, setting.policy), s),
        systems
      )
    )(_.run(setting.instance, setting.name, "test", Progress.NONE))

  /** Replays jobs on two levels; a dropped message is a failure. */
  def replay(jobs: java.util.List[GridJob], setting: TwoLevelSetting, seeds: Seeds): TwoLevelRun = {
    val policy = setting.reservationPlacement
    val named = java.util.List.of(new TwoLevelScenario.NamedSetting(policy, setting))
    val instance = new TwoLevelInstance(seeds.scenario, named, jobs, seeds, java.util.List.of())
    losingNothing(new ActorDriver[TwoLevelRun](false, settings, new TwoLevelBlueprint(_, _, _), systems))(
      _.run(instance, policy, "test", Progress.NONE)
    )
  }

  private def settings = new ActorSettings(
    DomainSettings.read(config),
    MetaschedulerSettings.read(config),
    new DriverSettings(if (oneThread) 1000 else 0)
  )

  private def systems = new ActorSystemRunner.Systems {
    override def start[T](guardian: Behavior[T], name: String): ActorSystem[T] = watched(guardian, name)
  }

  private def losingNothing[D <: AutoCloseable, R](driver: D)(run: D => R): R = {
    val result =
      try run(driver)
      finally driver.close()
    if (!strays.isEmpty) throw new AssertionError("messages were dropped: " + strays.asScala.take(5).mkString("; "))
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

object ActorFixture {

  /** Returns a copy of the result without the driver's name. */
  def anonymous(run: CyclicRun): CyclicRun = {
    val t = run.title
    CyclicRun.FORMAT.titled(
      run,
      new RunTitle(t.kind, t.scenario, t.policy, "", t.seed, t.version, t.wallSeconds, t.complete)
    )
  }
}
