package io.metasched.simulation.driver.cluster

import java.nio.file.Path
import java.time.Duration
import java.util.Optional
import scala.concurrent.duration._
import scala.jdk.CollectionConverters._

import akka.actor.DeadLetter
import akka.actor.testkit.typed.scaladsl.{ManualTime, TestProbe}
import akka.actor.typed.ActorRef
import akka.actor.typed.scaladsl.Behaviors
import com.typesafe.config.{Config, ConfigFactory}
import io.metasched.metascheduler.deployment.config.{ClusterSettings, JournalSettings}
import io.metasched.metascheduler.deployment.EntityHost
import io.metasched.metascheduler.policy.Policies
import io.metasched.resource.fixture.ActorSpec
import io.metasched.simulation.scenario.LogFolders
import io.metasched.simulation.system.Systems
import org.scalatest.BeforeAndAfterEach

/** Run deployer, with probes as owner regions, singleton and guardians of two user JVMs. */
final class RunDeployerSpec extends ActorSpec with BeforeAndAfterEach {
  import RunDeployerSpec._

  override protected def config: Config = ManualTime.config.withFallback(ConfigFactory.load())

  private lazy val clock = ManualTime()(testKit.system)

  /** Accepts dead letters of Leave: a stopped host also receives Leave. */
  override protected def mayBeLost(addressed: DeadLetter): Boolean = addressed.message.isInstanceOf[EntityHost.Leave]

  private var deployers = List.empty[ActorRef[AnyRef]]

  /** Stops all deployers: they share the manual clock, and would otherwise affect other tests. */
  override protected def afterEach(): Unit = {
    deployers.foreach(testKit.stop(_))
    deployers = Nil
    super.afterEach()
  }

  "A run deployer" should {

    "start the clock when all actors have started" in {
      val deployer = new Deployed

      deployer.startsAll()

      deployer.clock.receiveMessage()
      numbers(deployer.found.owners) shouldBe List(0, 1)
      numbers(deployer.found.schedulers) shouldBe List(0)
      numbers(deployer.found.users) shouldBe List(0, 1, 2)
      deployer.failed.expectNoMessage(20.millis)
    }

    "report the places of the metaschedulers outside the singleton" in {
      val deployer = new Deployed(organizations = 2)

      deployer.startsAll()

      deployer.clock.receiveMessage()
      numbers(deployer.found.schedulers) shouldBe List(0, 1)
      deployer.events.receiveMessage() should endWith("has the metascheduler of organization 1")
      deployer.events.expectNoMessage(20.millis)
    }

    "give the clock proxies that reach the actors" in {
      val deployer = new Deployed
      deployer.startsAll()
      deployer.clock.receiveMessage()

      deployer.found.owners.get(1) ! "hello"

      deployer.actor("owner 1").expectMessage("hello")
    }

    "repeat only the requests without a reply" in {
      val deployer = new Deployed
      deployer.startsOwner(0)
      val owner = deployer.owner(1)
      clock.timePasses(1.second)
      deployer.owner(1) shouldBe owner
      deployer.owners(0).expectNoMessage(20.millis)
      deployer.startsOwner(1, asked = owner)

      val scheduler = deployer.scheduling()
      clock.timePasses(1.second)
      deployer.scheduling() shouldBe scheduler
      deployer.starts(scheduler)

      deployer.startsUsers(0)
      val users = deployer.spawning(1)
      clock.timePasses(1.second)
      deployer.spawning(1) shouldBe users
      deployer.guardians.head.expectNoMessage(20.millis)
    }

    "take the first of two replies" in {
      val deployer = new Deployed(times = 2)

      deployer.startsAll()

      deployer.clock.receiveMessage()
      deployer.clock.expectNoMessage(20.millis)
      deployer.found.owners should have size 2
      deployer.found.users should have size 3
    }

    "ignore a reply without a request" in {
      val deployer = new Deployed
      val asked = deployer.owner(0)

      deployer.startsOwner(0, asked = new EntityHost.Resolve("another", true, asked.replyTo))
      deployer.startsOwner(1)

      deployer.schedulers.expectNoMessage(20.millis)
      deployer.startsOwner(0, asked)
      deployer.scheduling()
    }
  }

  "After its timeout, a run deployer" should {

    "name the owners that did not start" in {
      val deployer = new Deployed
      deployer.startsOwner(0)
      deployer.owner(1)

      clock.timePasses(Timeout)

      deployer.failure() shouldBe "[owner 1] did not start in 10 s"
    }

    "name the schedulers" in {
      val deployer = new Deployed
      deployer.startsOwners()
      deployer.scheduling()

      clock.timePasses(Timeout)

      deployer.failure() shouldBe "[scheduler 0] did not start in 10 s"
    }

    "name the users" in {
      val deployer = new Deployed
      deployer.startsOwners()
      deployer.startsSchedulers()
      deployer.startsUsers(0)
      deployer.spawning(1)

      clock.timePasses(Timeout)

      deployer.failure() shouldBe "[users [1]] did not start in 10 s"
    }

    "continue if all actors have started" in {
      val deployer = new Deployed
      deployer.startsAll()
      deployer.clock.receiveMessage()

      clock.timePasses(Timeout)

      deployer.failed.expectNoMessage(20.millis)
    }
  }

  "When a JVM with users is down, they" should {

    "be started in another JVM" in {
      val deployer = new Deployed
      deployer.startsOwners()
      deployer.startsSchedulers()
      deployer.startsUsers(0)
      deployer.spawning(1)
      deployer.guardians(1).stop()
      deployer.knowsThatJvmIsDown(1)

      clock.timePasses(1.second)

      deployer.spawning(0).users.asScala shouldBe List(1)
    }

    "recover in another JVM and be reachable there" in {
      val deployer = new Deployed(comesBack = true)
      deployer.startsAll()
      deployer.clock.receiveMessage()
      deployer.guardians(1).stop()
      deployer.knowsThatJvmIsDown(1)
      deployer.terminates("user 1")

      // the proxy resolves the actor again one second after its termination
      val asked = deployer.failed.awaitAssert {
        clock.timePasses(1.second)
        deployer.guardians.head.expectMessageType[NodeGuardian.SpawnUsers](50.millis)
      }
      val recovered = testKit.createTestProbe[AnyRef]()
      asked.replyTo ! deployer.resolved(asked.name, Map(1 -> recovered))
      deployer.found.users.get(1) ! "hello"

      asked.users.asScala shouldBe List(1)
      recovered.expectMessage("hello")
      recovered.awaitAssert(deployer.located.users.get(1) shouldBe recovered.ref)
    }
  }

  "When the clock stops, a run deployer" should {

    "stop the senders to owners, and stop after them" in {
      val deployer = new Deployed
      deployer.startsAll()

      deployer.clock.receiveMessage() ! "the end"

      for (name <- Senders) {
        deployer.host(name).expectMessage(new EntityHost.Leave)
        deployer.isRunning()
        deployer.host(name).stop()
      }
      deployer.isOver()
      for (number <- List(0, 1)) deployer.host(s"owner $number").expectNoMessage(20.millis)
    }

    "resolve no further actor" in {
      val deployer = new Deployed(comesBack = true)
      deployer.startsAll()
      val clock = deployer.clock.receiveMessage()
      val proxies = deployer.found.users.values.asScala.toList

      clock ! "the end"

      for (proxy <- proxies) deployer.failed.expectTerminated(proxy)
      deployer.isRunning()
    }

    "stop even if its actors have already stopped" in {
      val deployer = new Deployed
      deployer.startsAll()
      for (name <- Senders) deployer.host(name).stop()

      deployer.clock.receiveMessage() ! "the end"

      deployer.isOver()
    }
  }

  /** Owners 0 and 1, schedulers of organizations, users 0 and 2 in one JVM, and user 1 in another JVM.
    *
    * @param times
    *   number of times that each reply is sent
    */
  private final class Deployed(comesBack: Boolean = false, times: Int = 1, organizations: Int = 1) {
    val owners: List[TestProbe[EntityHost.Resolve]] = List(0, 1).map(_ => testKit.createTestProbe())
    val schedulers: TestProbe[EntityHost.Resolve] = testKit.createTestProbe()
    val guardians: List[TestProbe[NodeGuardian.Command]] = List(0, 1).map(_ => testKit.createTestProbe())
    val clock: TestProbe[ActorRef[String]] = testKit.createTestProbe()
    val failed: TestProbe[Throwable] = testKit.createTestProbe()
    val events: TestProbe[String] = testKit.createTestProbe()
    @volatile var found: RunDeployer.Found = _
    val located = new RunDeployer.Found
    private val members = new MemberDirectory(
      (owner, question) => owners(owner.number).ref ! question,
      (_, question) => schedulers.ref ! question,
      guardians.map(_.ref).asJava
    )
    private val hosts = scala.collection.mutable.Map.empty[String, TestProbe[EntityHost.Command]]
    private val actors = scala.collection.mutable.Map.empty[String, TestProbe[AnyRef]]
    private val ref = testKit.spawn(
      RunDeployer.create(
        new RunDeployer.PolicyRun(
          new PolicyRunId("a1", 0, 0),
          deployable(comesBack, organizations),
          members,
          Duration.ofNanos(Timeout.toNanos),
          event => events.ref ! event,
          located,
          proxies => {
            found = proxies
            Behaviors.setup[String] { context =>
              clock.ref ! context.self
              Behaviors.receiveMessage(_ => Behaviors.stopped)
            }
          },
          why => failed.ref ! why
        )
      )
    )
    deployers ::= ref

    // --- requests to the JVMs

    def owner(number: Int): EntityHost.Resolve = owners(number).receiveMessage()

    def scheduling(): EntityHost.Resolve = schedulers.receiveMessage()

    def spawning(guardian: Int): NodeGuardian.SpawnUsers =
      guardians(guardian).expectMessageType[NodeGuardian.SpawnUsers]

    // --- replies of the JVMs

    def startsOwner(number: Int): Unit = startsOwner(number, owner(number))

    def startsOwner(number: Int, asked: EntityHost.Resolve): Unit =
      answers(asked.replyTo, started(asked.name, s"owner $number", "owner", List(number)))

    def startsOwners(): Unit = for (number <- owners.indices) startsOwner(number)

    def startsSchedulers(): Unit = for (_ <- 1 to organizations) starts(scheduling())

    def starts(asked: EntityHost.Resolve): Unit = {
      val number = asked.name.split(' ').last.toInt
      answers(asked.replyTo, started(asked.name, s"scheduler $number", "scheduler", List(number)))
    }

    def startsUsers(guardian: Int): Unit = {
      val asked = spawning(guardian)
      answers(asked.replyTo, started(asked.name, s"users $guardian", "user", asked.users.asScala.map(_.toInt).toList))
    }

    def startsAll(): Unit = {
      startsOwners()
      startsSchedulers()
      for (guardian <- guardians.indices) startsUsers(guardian)
    }

    private def answers(to: ActorRef[EntityHost.Resolved], answer: EntityHost.Resolved): Unit =
      for (_ <- 1 to times) to ! answer

    private def started(name: String, host: String, kind: String, numbers: List[Int]): EntityHost.Resolved = {
      hosts(host) = testKit.createTestProbe()
      for (number <- numbers) actors(s"$kind $number") = testKit.createTestProbe()
      resolved(name, numbers.map(number => number -> actors(s"$kind $number")).toMap, hosts(host))
    }

    def resolved(
        name: String,
        at: Map[Int, TestProbe[AnyRef]],
        host: TestProbe[EntityHost.Command] = testKit.createTestProbe()
    ): EntityHost.Resolved = {
      val all = new java.util.TreeMap[Integer, ActorRef[AnyRef]]
      for ((number, actor) <- at) all.put(number, actor.ref)
      new EntityHost.Resolved(name, host.ref, all)
    }

    // --- outcome of the deployer

    def host(name: String): TestProbe[EntityHost.Command] = hosts(name)

    def actor(name: String): TestProbe[AnyRef] = actors(name)

    def terminates(name: String): Unit = {
      actors(name).stop()
      failed.expectTerminated(actors(name).ref)
    }

    def knowsThatJvmIsDown(guardian: Int): Unit = {
      failed.awaitAssert(members.guardianOf(guardian).get should not be guardians(guardian).ref)
      ()
    }

    def failure(): String = {
      val why = failed.receiveMessage().getMessage
      isOver()
      why
    }

    def isOver(): Unit = failed.expectTerminated(ref)

    def isRunning(): Unit = {
      val watching = testKit.createTestProbe[AnyRef]()
      an[AssertionError] should be thrownBy watching.expectTerminated(ref, 20.millis)
      ()
    }
  }
}

object RunDeployerSpec {

  /** Hosts that send to owners. */
  private val Senders = List("scheduler 0", "users 0", "users 1")

  /** Time between two repeated messages, so that no repeated message follows the time-out. */
  private val Timeout = 10500.millis

  private def deployable(comesBack: Boolean, organizations: Int): DeployableScenario = {
    val text = Members
      .cyclic("nodes.domains=2")
      .`with`("users.count=3", "the test")
      .`with`(s"vo.count=$organizations", "the test")
    val settings = ClusterSettings.load(Optional.empty())
    val journal = new JournalSettings(JournalSettings.Kind.H2, "jdbc:h2:mem:unused", "", "")
    val here = if (comesBack) settings.journaling(journal) else settings
    val registry =
      new ScenarioRegistry(
        Members.VERSION,
        Systems.loader(Policies.builtIn),
        new LogFolders(Path.of("")),
        here,
        java.util.List.of()
      )
    registry.load("a1", Members.spec(text))
  }

  private def numbers(places: java.util.SortedMap[Integer, ActorRef[AnyRef]]): List[Int] =
    places.keySet.asScala.toList.map(_.toInt)
}
