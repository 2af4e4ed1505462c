// Command celfacts evaluates expressions with Kubernetes' CEL and prints what comes out.
//
// Usage: celfacts functions > functions.txt, or celfacts facts cases.json > facts.json
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	schemacel "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	kjson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/version"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/apiserver/pkg/cel/library"
)

type group struct {
	Name        string          `json:"name"`
	Schema      json.RawMessage `json:"schema"`
	Value       json.RawMessage `json:"value"`
	Expressions []string        `json:"expressions"`
}

type fact struct {
	Expression string  `json:"expression"`
	Issues     string  `json:"issues,omitempty"`
	Program    string  `json:"program,omitempty"`
	Type       string  `json:"type,omitempty"`
	Value      string  `json:"value,omitempty"`
	Error      string  `json:"error,omitempty"`
	Min        string  `json:"min,omitempty"`
	Max        string  `json:"max,omitempty"`
	Cost       *uint64 `json:"cost,omitempty"`
}

func main() {
	if os.Args[1] == "functions" {
		functions()
		return
	}
	data, err := os.ReadFile(os.Args[2])
	check(err)
	var groups []group
	check(json.Unmarshal(data, &groups))
	result := map[string][]fact{}
	for _, g := range groups {
		result[g.Name] = run(g)
	}
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	out.SetIndent("", " ")
	check(out.Encode(result))
}

func base() *environment.EnvSet {
	return environment.MustBaseEnvSet(version.MajorMinor(1, 36))
}

func run(g group) []fact {
	var v1 apiextensionsv1.JSONSchemaProps
	check(json.Unmarshal(g.Schema, &v1))
	var internal apiextensions.JSONSchemaProps
	check(apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(&v1, &internal, nil))
	structural, err := structuralschema.NewStructural(&internal)
	check(err)
	decl := model.SchemaDeclType(structural, true)
	scoped := decl.MaybeAssignTypeName("selfType")
	set, err := base().Extend(environment.VersionedOptions{
		IntroducedVersion: version.MajorMinor(1, 0),
		EnvOptions:        []cel.EnvOption{cel.Variable("self", scoped.CelType()), library.JSONPatch()},
		DeclTypes:         []*apiservercel.DeclType{scoped},
	})
	check(err)
	env := set.NewExpressionsEnv()
	var value interface{}
	check(kjson.Unmarshal(g.Value, &value))
	self := schemacel.UnstructuredToVal(value, model.WithTypeAndObjectMeta(structural))
	estimator := &library.CostEstimator{SizeEstimator: &sizes{root: decl}}
	facts := []fact{}
	for _, e := range g.Expressions {
		facts = append(facts, evaluate(env, e, self, estimator))
	}
	return facts
}

func evaluate(env *cel.Env, e string, self ref.Val, estimator *library.CostEstimator) (f fact) {
	f = fact{Expression: e}
	defer func() {
		if r := recover(); r != nil {
			f.Error = fmt.Sprint("panic: ", r)
		}
	}()
	ast, issues := env.Compile(e)
	if issues != nil {
		f.Issues = issues.String()
		return f
	}
	f.Type = checker.FormatCELType(ast.OutputType())
	cost, err := env.EstimateCost(ast, estimator)
	check(err)
	f.Min, f.Max = strconv.FormatUint(cost.Min, 10), strconv.FormatUint(cost.Max, 10)
	prog, err := env.Program(ast, cel.CostLimit(celconfig.PerCallLimit), cel.CostTracking(estimator),
		cel.InterruptCheckFrequency(celconfig.CheckFrequency))
	if err != nil {
		f.Program = err.Error()
		return f
	}
	val, details, err := prog.ContextEval(context.Background(), map[string]interface{}{"self": self})
	if details != nil && details.ActualCost() != nil {
		c := *details.ActualCost()
		f.Cost = &c
	}
	if err != nil {
		f.Error = err.Error()
		return f
	}
	f.Value = show(val)
	return f
}

// show prints a value so that it can be compared: strings quoted as JSON, maps by key.
func show(v ref.Val) string {
	if v == nil {
		return "nothing"
	}
	switch t := v.(type) {
	case types.String:
		return quote(string(t))
	case types.Uint:
		return strconv.FormatUint(uint64(t), 10) + "u"
	case types.Double:
		return "double " + strconv.FormatFloat(float64(t), 'g', -1, 64)
	case types.Bytes:
		return fmt.Sprintf("bytes %x", []byte(t))
	case types.Timestamp:
		return "timestamp " + string(t.ConvertToType(types.StringType).(types.String))
	case types.Duration:
		return "duration " + string(t.ConvertToType(types.StringType).(types.String))
	case types.Null:
		return "null"
	case *types.Type:
		return "type " + t.TypeName()
	case *types.Optional:
		if !t.HasValue() {
			return "optional.none"
		}
		return "optional(" + show(t.GetValue()) + ")"
	case traits.Lister:
		items := []string{}
		for it := t.Iterator(); it.HasNext() == types.True; {
			items = append(items, show(it.Next()))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case traits.Mapper:
		items := []string{}
		for it := t.Iterator(); it.HasNext() == types.True; {
			k := it.Next()
			if k == nil { // a key that the schema does not know
				continue
			}
			items = append(items, show(k)+": "+show(t.Get(k)))
		}
		sort.Strings(items)
		return "{" + strings.Join(items, ", ") + "}"
	case types.Bool, types.Int:
		return fmt.Sprint(t.Value())
	}
	return v.Type().TypeName() + " " + fmt.Sprint(v.Value())
}

func quote(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	check(e.Encode(s))
	return strings.TrimSpace(b.String())
}

type sizes struct{ root *apiservercel.DeclType }

func (s *sizes) EstimateSize(element checker.AstNode) *checker.SizeEstimate {
	if len(element.Path()) == 0 {
		return nil
	}
	node := s.root
	for _, name := range element.Path()[1:] {
		switch name {
		case "@items", "@values":
			if node.ElemType == nil {
				return nil
			}
			node = node.ElemType
		case "@keys":
			if node.KeyType == nil {
				return nil
			}
			node = node.KeyType
		default:
			f, ok := node.Fields[name]
			if !ok || f.Type == nil {
				return nil
			}
			node = f.Type
		}
	}
	return &checker.SizeEstimate{Min: 0, Max: uint64(node.MaxElements)}
}

func (s *sizes) EstimateCallCost(function, overloadID string, target *checker.AstNode, args []checker.AstNode) *checker.CallEstimate {
	return nil
}

func functions() {
	set, err := base().Extend(environment.VersionedOptions{
		IntroducedVersion: version.MajorMinor(1, 0),
		EnvOptions:        []cel.EnvOption{library.JSONPatch()},
	})
	check(err)
	fns := set.NewExpressionsEnv().Functions()
	names := []string{}
	for n := range fns {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		for _, o := range fns[n].OverloadDecls() {
			args := []string{}
			for _, a := range o.ArgTypes() {
				args = append(args, checker.FormatCELType(a))
			}
			style := "global"
			if o.IsMemberFunction() {
				style = "member"
			}
			fmt.Printf("%s\t%s\t%s\t%s\t%s\n", n, o.ID(), style, strings.Join(args, ";"), checker.FormatCELType(o.ResultType()))
		}
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
