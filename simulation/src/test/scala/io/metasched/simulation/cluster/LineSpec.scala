package io.metasched.simulation.cluster

import scala.concurrent.duration._

import akka.actor.DeadLetter
import akka.actor.testkit.typed.scaladsl.{ManualTime, TestProbe}
import akka.actor.typed.ActorRef
import com.typesafe.config.{Config, ConfigFactory}
import io.metasched.resource.fixture.ActorSpec

/** Actors who die are stopped by the test, and come to life again where it says. */
final class LineSpec extends ActorSpec {
  private val Probing = "is he there?"

  override protected def config: Config = ManualTime.config.withFallback(ConfigFactory.load())

  private lazy val clock = ManualTime()(testKit.system)

  /** What is told to one who is dying is lost with him. */
  override protected def mayBeLost(letter: DeadLetter): Boolean = letter.message.isInstanceOf[String]

  "A line to an actor" should {

    "pass on what it is told, in order" in {
      val played = new Played
      val line = played.line()

      for (word <- List("a", "b", "c")) line ! word

      played.actor.receiveMessages(3) shouldBe List("a", "b", "c")
    }

    "let wait what it is told while nobody knows where he is" in {
      val played = new Played
      val line = played.line()
      played.dies(line)

      for (word <- List("a", "b")) line ! word
      clock.timePasses(1.second)
      val asked = played.finders.receiveMessage()
      val reborn = testKit.createTestProbe[AnyRef]()
      asked ! played.brought(reborn)

      line ! "c"
      Iterator.continually(reborn.receiveMessage()).filterNot(_ == Probing).take(3).toList shouldBe List("a", "b", "c")
    }

    "ask until it is told" in {
      val played = new Played
      played.dies(played.line())

      for (_ <- 1 to 3) {
        clock.timePasses(1.second)
        played.finders.receiveMessage()
      }
    }

    "not look for him at once, since the play may be over" in {
      val played = new Played
      played.dies(played.line())

      clock.timePasses(900.millis)

      played.finders.expectNoMessage(20.millis)
    }

    "stay with the one it has, whatever comes late" in {
      val played = new Played
      val line = played.line()
      val other = testKit.createTestProbe[AnyRef]()

      line ! played.brought(other)
      line ! "a"

      played.actor.expectMessage("a")
      other.expectNoMessage(20.millis)
    }

    "take no other actor of the ensemble for him" in {
      val played = new Played
      val line = played.line()
      played.dies(line)
      clock.timePasses(1.second)
      val others = new java.util.TreeMap[Integer, ActorRef[AnyRef]]
      others.put(8, testKit.createTestProbe[AnyRef]().ref)
      line ! new Casting.Brought("", played.ensemble.ref, others)

      clock.timePasses(1.second)

      played.finders.receiveMessages(2) should have size 2
    }

    "end with one who does not come to life again" in {
      val played = new Played
      val line = played.line(comesBack = false)
      val watcher = testKit.createTestProbe[AnyRef]()

      testKit.stop(played.body)

      watcher.expectTerminated(line)
    }
  }

  /** Actor 7 of an ensemble, and those who are asked where he is. */
  private final class Played {
    val actor: TestProbe[AnyRef] = testKit.createTestProbe()
    val finders: TestProbe[ActorRef[Casting.Command]] = testKit.createTestProbe()
    val ensemble: TestProbe[Ensemble.Command] = testKit.createTestProbe()
    val body: ActorRef[AnyRef] = testKit.spawn(akka.actor.typed.scaladsl.Behaviors.receiveMessage[AnyRef] { message =>
      actor.ref ! message
      akka.actor.typed.scaladsl.Behaviors.same
    })

    def line(comesBack: Boolean = true): ActorRef[AnyRef] =
      testKit.spawn(Line.to(body, 7, comesBack, to => finders.ref ! to, _ => ()))

    def dies(line: ActorRef[AnyRef]): Unit = {
      val watcher = testKit.createTestProbe[AnyRef]()
      testKit.stop(body)
      watcher.expectTerminated(body)
      // the line has heard it when it passes nothing on any more
      watcher.awaitAssert {
        line ! Probing
        actor.expectNoMessage(10.millis)
      }
    }

    def brought(to: TestProbe[AnyRef]): Casting.Brought = {
      val actors = new java.util.TreeMap[Integer, ActorRef[AnyRef]]
      actors.put(7, to.ref)
      new Casting.Brought("", ensemble.ref, actors)
    }
  }
}
