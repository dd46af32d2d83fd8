package io.metasched.metascheduler.deployment

import scala.concurrent.duration._

import akka.actor.DeadLetter
import akka.actor.testkit.typed.scaladsl.{ManualTime, TestProbe}
import akka.actor.typed.ActorRef
import com.typesafe.config.{Config, ConfigFactory}
import io.metasched.resource.fixture.ActorSpec

/** Proxy for actors that the test stops, and that recover at a location that the test sets. */
final class RelocatingProxySpec extends ActorSpec {
  private val Probing = "is it there?"

  override protected def config: Config = ManualTime.config.withFallback(ConfigFactory.load())

  private lazy val clock = ManualTime()(testKit.system)

  /** Allows lost messages: an actor that is stopping drops its messages. */
  override protected def mayBeLost(addressed: DeadLetter): Boolean = addressed.message.isInstanceOf[String]

  "A proxy for an actor" should {

    "forward messages, in order" in {
      val proxied = new Proxied
      val proxy = proxied.proxy()

      for (word <- List("a", "b", "c")) proxy ! word

      proxied.actor.receiveMessages(3) shouldBe List("a", "b", "c")
    }

    "keep messages while the location of the actor is unknown" in {
      val proxied = new Proxied
      val proxy = proxied.proxy()
      proxied.terminates(proxy)

      for (word <- List("a", "b")) proxy ! word
      clock.timePasses(1.second)
      val asked = proxied.finders.receiveMessage()
      val reborn = testKit.createTestProbe[AnyRef]()
      asked ! proxied.resolved(reborn)

      proxy ! "c"
      Iterator.continually(reborn.receiveMessage()).filterNot(_ == Probing).take(3).toList shouldBe List("a", "b", "c")
    }

    "ask for the location until it gets an answer" in {
      val proxied = new Proxied
      proxied.terminates(proxied.proxy())

      for (_ <- 1 to 3) {
        clock.timePasses(1.second)
        proxied.finders.receiveMessage()
      }
    }

    "not ask for the location at once, since the group may end" in {
      val proxied = new Proxied
      proxied.terminates(proxied.proxy())

      clock.timePasses(900.millis)

      proxied.finders.expectNoMessage(20.millis)
    }

    "keep its actor when a late answer arrives" in {
      val proxied = new Proxied
      val proxy = proxied.proxy()
      val other = testKit.createTestProbe[AnyRef]()

      proxy ! proxied.resolved(other)
      proxy ! "a"

      proxied.actor.expectMessage("a")
      other.expectNoMessage(20.millis)
    }

    "not use another actor of the same host" in {
      val proxied = new Proxied
      val proxy = proxied.proxy()
      proxied.terminates(proxy)
      clock.timePasses(1.second)
      val others = new java.util.TreeMap[Integer, ActorRef[AnyRef]]
      others.put(8, testKit.createTestProbe[AnyRef]().ref)
      proxy ! new EntityHost.Resolved("", proxied.host.ref, others)

      clock.timePasses(1.second)

      proxied.finders.receiveMessages(2) should have size 2
    }

    "end with an actor that does not recover" in {
      val proxied = new Proxied
      val proxy = proxied.proxy(recovers = false)
      val watcher = testKit.createTestProbe[AnyRef]()

      testKit.stop(proxied.body)

      watcher.expectTerminated(proxy)
      proxied.losses.get shouldBe 1
    }
  }

  /** Actor 7 of a host, and the members that are asked for its location. */
  private final class Proxied {
    val actor: TestProbe[AnyRef] = testKit.createTestProbe()
    val finders: TestProbe[ActorRef[EntityHost.Resolved]] = testKit.createTestProbe()
    val host: TestProbe[EntityHost.Command] = testKit.createTestProbe()
    val losses = new java.util.concurrent.atomic.AtomicInteger
    val body: ActorRef[AnyRef] = testKit.spawn(akka.actor.typed.scaladsl.Behaviors.receiveMessage[AnyRef] { message =>
      actor.ref ! message
      akka.actor.typed.scaladsl.Behaviors.same
    })

    def proxy(recovers: Boolean = true): ActorRef[AnyRef] =
      testKit.spawn(
        RelocatingProxy.to(body, 7, recovers, to => finders.ref ! to, _ => (), () => losses.incrementAndGet())
      )

    def terminates(proxy: ActorRef[AnyRef]): Unit = {
      val watcher = testKit.createTestProbe[AnyRef]()
      testKit.stop(body)
      watcher.expectTerminated(body)
      // the proxy has detected the termination when it stops forwarding
      watcher.awaitAssert {
        proxy ! Probing
        actor.expectNoMessage(10.millis)
      }
    }

    def resolved(to: TestProbe[AnyRef]): EntityHost.Resolved = {
      val actors = new java.util.TreeMap[Integer, ActorRef[AnyRef]]
      actors.put(7, to.ref)
      new EntityHost.Resolved("", host.ref, actors)
    }
  }
}
