/// The commands of `./drover` that are Java programs.
///
/// Reading order:
/// 1. `Main` lists the commands; each is a class of its own. `Terminal`, `ClusterOptions` and
///    `StopSignal` are what they share: input and output, the choice of a cluster, the end by a
///    signal.
/// 2. `DemoCommand`: `DemoScenario` and `DemoCheck` are its steps, `IcecreamController` its
///    controller; on a user's cluster also `ClusterConsent` and `DemoNamespace`. On a terminal
///    `LiveScreen` draws what `DemoView` arranges: `DemoSteps`, `DemoTree`, and the `LogTail`.
/// 3. `RunCommand` for controllers in one file, with `EnterKey`; `WatchCommand` with
///    `SyncProgress`; `InitCommand` with `ProjectTemplate`.
/// 4. `ApiServerCommand` and `VerifyCommand`; `ApiServerTraining` prepares its fast start.
///    `EnvtestAssetsCommand` writes programs that start `KubeApiServerCommand` and `EtcdCommand`.
/// 5. Definitions: `CrdCommand`, `CrdDiffCommand`, `ValidateCommand` and `OpenApiCommand`, which
///    read kinds by `DefinitionFiles` and `KindClasses`.
/// 6. `TerminalLog` with `StackTraces`: how the log of a command looks. `Remedies` finds what the
///    guide says about an error.
@NullMarked
package dev.drover.cli;

import org.jspecify.annotations.NullMarked;
